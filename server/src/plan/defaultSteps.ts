import { structWithin } from '../catalog/structOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersionKind } from '../targets/groupVersion.ts';
import { type DefaultChange, defaultChanges } from './defaults.ts';
import type { FieldChange } from './fields.ts';

/** A default that differs between the ends of a plan, with the step that changes it. */
export interface DefaultAlongPlan extends DefaultChange {
  /** The first and the last step, from 0, that may change it; equal if the step is certain. */
  readonly steps: readonly [number, number];
}

/** The parts of a step that concern defaults. */
interface DefaultStep {
  readonly after: ApiSurface;
  readonly defaults: readonly DefaultChange[];
  readonly fields: readonly FieldChange[];
}

/**
 * The defaults that differ between the ends of a plan, each with the step that changes it. Measurements cover servers
 * without emulation; for others, the default of a field appears with the gate of the field.
 */
export function defaultsAlongPlan(
  from: ApiSurface,
  to: ApiSurface,
  steps: readonly DefaultStep[],
): readonly DefaultAlongPlan[] {
  return defaultChanges(from, to).map((change) => ({ ...change, steps: stepsOf(change, to, steps) }));
}

function stepsOf(change: DefaultChange, to: ApiSurface, steps: readonly DefaultStep[]): readonly [number, number] {
  const measured = steps.findIndex(({ defaults }) =>
    defaults.some(({ kind, path }) => kind === change.kind && path === change.path),
  );
  if (measured >= 0) return [measured, measured];
  const fields = new Set(fieldsAlong(change, to));
  const gated = steps.findIndex((step) =>
    step.fields.some(({ field, from, to: now }) => fields.has(field) && (from === 'kept' || now === 'kept')),
  );
  return gated >= 0 ? [gated, gated] : [0, steps.length - 1];
}

/** The fields along a path, in the notation of types: `core.v1.Volume.image`. */
function* fieldsAlong({ kind, path }: DefaultChange, surface: ApiSurface): Iterable<string> {
  const resource = surface.resources.find((servedResource) => formatGroupVersionKind(servedResource) === kind);
  let type = resource === undefined ? undefined : surface.rootType(resource);
  for (const step of path.split('.')) {
    const field = type?.fields.get(step.replace(/\[\]$/, ''));
    if (type === undefined || field === undefined) return;
    yield `${type.name}.${field.name}`;
    type = structWithin(field.type);
  }
}
