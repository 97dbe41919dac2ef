import type { Stability } from '../target/groupVersion.ts';
import { minor } from '../target/version.ts';
import type { History, KindFacts, Lifecycle, MinorSpan } from './catalog.ts';
import type { Changes, KindRow, LifecycleRow, SpanRow } from './pack.ts';

const stabilities: Readonly<Record<KindRow[3], Stability>> = { s: 'stable', b: 'beta', a: 'alpha' };

/** A kind as the rest of the program sees it. */
export function kindFacts(row: KindRow): KindFacts {
  const [group, version, kind, stability, , resource, singular, namespaced, shortNames, verbs] = row;
  const [, , , , , , , , , , served, enabledByDefault, gates, lifecycles, listOf] = row;
  return {
    group,
    version,
    kind,
    stability: stabilities[stability],
    resource: resource === '' ? undefined : resource,
    singular: singular === '' ? undefined : singular,
    namespaced: namespaced === 1,
    shortNames,
    verbs: verbs === '' ? [] : verbs.split(' '),
    served: spans(served),
    enabledByDefault: history(enabledByDefault, (on) => on === 1),
    gates: history(gates, (names) => names),
    lifecycle: history(lifecycles, lifecycle),
    listOf: listOf === '' ? undefined : listOf,
  };
}

/** Spans of minors. */
export function spans(rows: readonly SpanRow[]): MinorSpan[] {
  return rows.map(([first, last]) =>
    last === undefined ? { first: minor(first) } : { first: minor(first), last: minor(last) },
  );
}

/** A history with its values converted. */
export function history<T, U>(rows: Changes<T>, convert: (value: T) => U): History<U> {
  return rows.map(([from, value]) => [minor(from), convert(value)]);
}

function lifecycle(row: LifecycleRow | 0): Lifecycle | undefined {
  if (row === 0) return undefined;
  const [introduced, deprecated, removed, replacement] = row;
  return {
    introduced: introduced === null ? undefined : minor(introduced),
    deprecated: deprecated === null ? undefined : minor(deprecated),
    removed: removed === null ? undefined : minor(removed),
    replacement:
      replacement === undefined
        ? undefined
        : { group: replacement[0], version: replacement[1], kind: replacement[2] },
  };
}
