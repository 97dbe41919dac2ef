import type { History } from '../catalog/catalog.ts';
import type { FactValue } from '../catalog/conversionFacts.ts';
import { type Measured, measuredAt, sameValue, unmeasured } from '../catalog/measuredDefaults.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersionKind } from '../targets/groupVersion.ts';
import type { Minor } from '../targets/version.ts';

/** A default that changes. */
export interface DefaultChange {
  /** `apps/v1 StatefulSet`. */
  readonly kind: string;
  readonly path: string;
  /** Undefined if the field has no default. */
  readonly from: FactValue | undefined;
  readonly to: FactValue | undefined;
}

/**
 * The defaults that differ between two servers, for kinds that both serve. They were measured in some minors, with
 * default gates; uncertain ones are omitted.
 */
export function defaultChanges(from: ApiSurface, to: ApiSurface): readonly DefaultChange[] {
  if (setsGates(from) || setsGates(to)) return [];
  const served = new Set(to.resources.map(formatGroupVersionKind));
  return from.resources
    .filter((resource) => served.has(formatGroupVersionKind(resource)))
    .flatMap((resource) => changesOf(resource, from, to));
}

function changesOf(kind: ServedResource, from: ApiSurface, to: ApiSurface): readonly DefaultChange[] {
  const facts = from.catalog.defaults(kind);
  if (facts === undefined) return [];
  const plain = facts.cases.filter(({ when }) => when === undefined);
  const paths = new Set(plain.flatMap(({ values }) => [...values.keys()]));
  return [...paths].flatMap((path): readonly DefaultChange[] => {
    const histories = plain.map(({ values }) => values.get(path)).filter((history) => history !== undefined);
    const [before, after] = [from, to].map((surface) => agreed(histories, facts.measuredIn, surface));
    if (before === unmeasured || after === unmeasured || sameValue(before, after)) return [];
    return [{ kind: formatGroupVersionKind(kind), path, from: before, to: after }];
  });
}

/** A default that differs between an empty object and a filled one depends on other fields: it is not certain. */
function agreed(
  histories: readonly History<FactValue | undefined>[],
  measuredIn: readonly Minor[],
  surface: ApiSurface,
): Measured<FactValue | undefined> {
  const [first, ...others] = histories.map((history) => certain(history, measuredIn, surface));
  return others.every((other) => sameValue(other, first)) ? first : unmeasured;
}

function setsGates({ gates }: ApiSurface): boolean {
  return [...gates.values()].some(({ enabled, default: byDefault }) => enabled !== byDefault);
}

/**
 * The binary's code sets defaults, by gates of the emulation version: the default is certain if both versions agree.
 */
function certain(
  history: History<FactValue | undefined>,
  measuredIn: readonly Minor[],
  { versions: { binary, emulation } }: ApiSurface,
): Measured<FactValue | undefined> {
  const value = measuredAt(history, measuredIn, binary);
  return binary === emulation || sameValue(value, measuredAt(history, measuredIn, emulation)) ? value : unmeasured;
}
