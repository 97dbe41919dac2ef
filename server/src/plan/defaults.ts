import { at, type History } from '../catalog/catalog.ts';
import type { FactValue } from '../catalog/conversionFacts.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersionKind } from '../target/groupVersion.ts';
import type { Minor } from '../target/version.ts';

/** A field that a server fills in with something else where a manifest leaves it out. */
export interface DefaultChange {
  /** `apps/v1 StatefulSet`. */
  readonly kind: string;
  readonly path: string;
  /** Undefined for no default. */
  readonly from: FactValue | undefined;
  readonly to: FactValue | undefined;
}

/**
 * The defaults that differ between two servers, of the kinds that both serve. Defaults were measured with default gates
 * in some minors: where they are not certain for a server, nothing is said of them.
 */
export function defaultChanges(from: ApiSurface, to: ApiSurface): readonly DefaultChange[] {
  if (setsGates(from) || setsGates(to)) return [];
  const served = new Set(to.resources.map(formatGroupVersionKind));
  return from.resources
    .filter((one) => served.has(formatGroupVersionKind(one)))
    .flatMap((one) => changesOf(one, from, to));
}

function changesOf(kind: ServedResource, from: ApiSurface, to: ApiSurface): readonly DefaultChange[] {
  const facts = from.catalog.defaults(kind);
  if (facts === undefined) return [];
  const changes = new Map<string, DefaultChange>();
  for (const { when, values } of facts.cases) {
    if (when !== undefined) continue;
    for (const [path, history] of values) {
      if (history.length < 2 || changes.has(path)) continue;
      const before = certain(history, facts.measuredIn, from);
      const after = certain(history, facts.measuredIn, to);
      if (before === unknown || after === unknown || same(before, after)) continue;
      changes.set(path, { kind: formatGroupVersionKind(kind), path, from: before, to: after });
    }
  }
  return [...changes.values()];
}

function setsGates({ gates }: ApiSurface): boolean {
  return [...gates.values()].some(({ enabled, default: byDefault }) => enabled !== byDefault);
}

const unknown = Symbol('unknown');
type Known = FactValue | undefined | typeof unknown;

/** The binary's code fills in, by the gates of the emulation version: certain where both say the same. */
function certain(
  history: History<FactValue | undefined>,
  measuredIn: readonly Minor[],
  { versions: { binary, emulation } }: ApiSurface,
): Known {
  const value = measured(history, measuredIn, binary);
  return binary === emulation || same(value, measured(history, measuredIn, emulation)) ? value : unknown;
}

/** The value at a minor: measured there, or the same in the measured minors around it. */
function measured(history: History<FactValue | undefined>, measuredIn: readonly Minor[], minor: Minor): Known {
  const below = measuredIn.findLast((one) => one <= minor);
  const above = measuredIn.find((one) => one >= minor);
  if (below === undefined || above === undefined) return unknown;
  const value = at(history, below);
  return same(value, at(history, above)) ? value : unknown;
}

function same(a: Known, b: Known): boolean {
  return a === b || (typeof a !== 'symbol' && typeof b !== 'symbol' && JSON.stringify(a) === JSON.stringify(b));
}
