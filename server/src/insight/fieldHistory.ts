import { defaultOf } from '../catalog/defaultOf.ts';
import { structOf } from '../catalog/structOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import { outcomeText, typeText } from './describeField.ts';
import { describeGate, gatesOf, outcomeOfField } from './fieldAt.ts';
import type { Outline } from './outline.ts';
import { availabilityLabel } from './timeline.ts';
import { memberType, type TypeAtPosition } from './typeAt.ts';

/** A release of Kubernetes, or of a project, with what it serves. */
export interface ReleasePoint {
  /** For people: `1.37`, or `v1.16.0`. */
  readonly label: string;
  readonly surface: ApiSurface;
}

/** Consecutive equal releases, both ends included. */
export interface ReleaseRange<State> {
  readonly from: string;
  readonly to: string;
  readonly state: State;
}

/** The state of a field in a release. */
export interface FieldState {
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** The gates that it is under, each with its stage: `JobManagedBy: beta, on`. */
  readonly gates: readonly string[];
  /** The result of setting it: `keeps it`. */
  readonly does: string;
  /** Its default as JSON; absent if it has none or it depends on other fields. */
  readonly default?: string;
}

/** How releases serve a kind, in their order. */
export function kindHistory(gvk: GroupVersionKind, points: readonly ReleasePoint[]): readonly ReleaseRange<string>[] {
  return stretches(points, ({ surface }) => availabilityLabel(surface.availability(gvk)));
}

/** The states of a field in releases, in order; undefined for those without it. */
export function fieldHistory(
  gvk: GroupVersionKind,
  names: readonly string[],
  points: readonly ReleasePoint[],
): readonly ReleaseRange<FieldState | undefined>[] {
  return stretches(points, ({ surface }) => stateOf(gvk, names, surface));
}

/** The field at a path of names: lists are skipped, as in `spec.containers.image`. */
export function fieldOfNames(
  gvk: GroupVersionKind,
  names: readonly string[],
  surface: ApiSurface,
): TypeAtPosition | undefined {
  const apiType = surface.rootType(gvk);
  if (apiType === undefined) return undefined;
  const root = { kind: 'object', type: apiType } as const;
  let at: TypeAtPosition = { gvk, root: emptyOutline, steps: [], type: root, field: undefined };
  for (const name of names) {
    at = memberType(throughLists(at), name);
    if (at.type === undefined) return undefined;
  }
  return at;
}

/** The names of the fields of a place, lists passed through; empty if it is not an object. */
export function fieldsBelow(at: TypeAtPosition): readonly string[] {
  const { type } = throughLists(at);
  return [...(structOf(type)?.fields.keys() ?? [])];
}

const emptyOutline: Outline = {
  kind: 'map',
  column: 0,
  parent: undefined,
  step: '',
  entries: new Map(),
  isText: false,
};

function throughLists(at: TypeAtPosition): TypeAtPosition {
  let through = at;
  while (through.type?.kind === 'list') through = memberType(through, 0);
  return through;
}

function stateOf(gvk: GroupVersionKind, names: readonly string[], surface: ApiSurface): FieldState | undefined {
  const at = fieldOfNames(gvk, names, surface);
  const { field } = at ?? {};
  if (at === undefined || field === undefined || at.type === undefined) return undefined;
  const isServed = surface.availability(gvk).state === 'served';
  const written = defaultOf(gvk, at.steps, surface);
  return {
    type: typeText(at.type),
    required: field.required,
    deprecated: field.deprecated,
    gates: gatesOf(field, surface).map((name) => `${name}: ${describeGate(surface.gates.get(name))}`),
    does: isServed ? outcomeText(outcomeOfField(field, gvk.kind, surface)) : 'does not serve the kind',
    ...(written === undefined ? {} : { default: JSON.stringify(written) }),
  };
}

function stretches<State>(
  points: readonly ReleasePoint[],
  stateAt: (point: ReleasePoint) => State,
): readonly ReleaseRange<State>[] {
  const rows: ReleaseRange<State>[] = [];
  for (const point of points) {
    const state = stateAt(point);
    const last = rows.at(-1);
    if (last !== undefined && JSON.stringify(last.state) === JSON.stringify(state)) {
      rows[rows.length - 1] = { ...last, to: point.label };
    } else rows.push({ from: point.label, to: point.label, state });
  }
  return rows;
}
