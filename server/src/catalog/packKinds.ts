import type { Stability } from '../targets/groupVersion.ts';
import { type Minor, minor } from '../targets/version.ts';
import type { History, KindFacts, Lifecycle, MinorSpan } from './catalog.ts';
import type { Changes, KindRow, LifecycleRow, SpanRow } from './pack.ts';

const stabilities: Readonly<Record<KindRow[3], Stability>> = { s: 'stable', b: 'beta', a: 'alpha' };

// Tuples are read by index: destructuring one costs several times as much before the engine has optimised it, and
// loading is over by then.

/** A kind as the rest of the program sees it. */
export function kindFacts(row: KindRow): KindFacts {
  return {
    group: row[0],
    version: row[1],
    kind: row[2],
    stability: stabilities[row[3]],
    resource: row[5] === '' ? undefined : row[5],
    singular: row[6] === '' ? undefined : row[6],
    namespaced: row[7] === 1,
    shortNames: row[8],
    verbs: row[9] === '' ? [] : row[9].split(' '),
    served: spans(row[10]),
    enabledByDefault: history(row[11], isOne),
    gates: history(row[12], itself),
    lifecycle: history(row[13], lifecycle),
    listOf: row[14] === '' ? undefined : row[14],
  };
}

/** Spans of minors. */
export function spans(rows: readonly SpanRow[]): MinorSpan[] {
  return rows.map((row) =>
    row[1] === undefined ? { first: minor(row[0]) } : { first: minor(row[0]), last: minor(row[1]) },
  );
}

/** A history with its values converted. */
export function history<T, U>(rows: Changes<T>, convert: (value: T) => U): History<U> {
  return rows.map((row) => [minor(row[0]), convert(row[1])]);
}

function lifecycle(row: LifecycleRow | 0): Lifecycle | undefined {
  if (row === 0) return undefined;
  return {
    introduced: optionalMinor(row[0]),
    deprecated: optionalMinor(row[1]),
    removed: optionalMinor(row[2]),
    replacement: row[3] === undefined ? undefined : { group: row[3][0], version: row[3][1], kind: row[3][2] },
  };
}

function optionalMinor(value: number | null): Minor | undefined {
  return value === null ? undefined : minor(value);
}

function isOne(value: 0 | 1): boolean {
  return value === 1;
}

function itself<T>(value: T): T {
  return value;
}
