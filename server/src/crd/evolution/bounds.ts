import type { JsonSchema } from '../schema/schema.ts';

/** A bound that has changed. */
export interface BoundChange {
  readonly keyword: string;
  readonly from: string;
  readonly to: string;
  /** Whether fewer values are within the bound. */
  readonly isTighter: boolean;
}

const lower = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;
const upper = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

/** The bounds of a schema that have come, gone or moved. */
export function boundChanges({
  before,
  after,
}: {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
}): readonly BoundChange[] {
  const changes: BoundChange[] = [];
  const add = (keyword: string, from: number | undefined, to: number | undefined, isTighter: boolean): void => {
    changes.push({ keyword, from: shown(from), to: shown(to), isTighter });
  };
  for (const keyword of lower) {
    const [from, to] = [lowerBound(keyword, before), lowerBound(keyword, after)];
    if (from !== to) add(keyword, from, to, to !== undefined && (from === undefined || to > from));
  }
  for (const keyword of upper) {
    const [from, to] = [upperBound(keyword, before), upperBound(keyword, after)];
    if (from !== to) add(keyword, from, to, to !== undefined && (from === undefined || to < from));
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'] as const) {
    const [from, to] = [before[keyword], after[keyword]];
    if (from !== to) changes.push({ keyword, from: String(from), to: String(to), isTighter: to });
  }
  const [factor, now] = [before.multipleOf, after.multipleOf];
  if (factor !== now) add('multipleOf', factor, now, now !== undefined && (factor === undefined || factor % now !== 0));
  return changes.filter(({ keyword }) => !isSameWhole(keyword, before, after));
}

/** Whether two integer bounds are equal in another form: less than 600 is at most 599. */
function isSameWhole(keyword: string, before: JsonSchema, after: JsonSchema): boolean {
  if (before.type !== 'integer' || after.type !== 'integer') return false;
  if (keyword === 'maximum' || keyword === 'exclusiveMaximum') return greatest(before) === greatest(after);
  return (keyword === 'minimum' || keyword === 'exclusiveMinimum') && min(before) === min(after);
}

function greatest({ maximum, exclusiveMaximum }: JsonSchema): number | undefined {
  return maximum === undefined || !exclusiveMaximum ? maximum : Math.ceil(maximum) - 1;
}

function min({ minimum, exclusiveMinimum }: JsonSchema): number | undefined {
  return minimum === undefined || !exclusiveMinimum ? minimum : Math.floor(minimum) + 1;
}

/** The maximum size of a request, in bytes: nothing in an object is longer. */
const largestRequest = 3 * 1024 * 1024;
/** Integers have 64 bits, whatever a schema says. */
const int64 = 2 ** 63;

/** A lower bound that some value does not reach; undefined if all do. */
function lowerBound(keyword: (typeof lower)[number], schema: JsonSchema): number | undefined {
  const bound = schema[keyword];
  if (bound === undefined) return bound;
  if (keyword === 'minimum') return schema.type === 'integer' && bound <= -int64 ? undefined : bound;
  return bound <= 0 ? undefined : bound;
}

/** An upper bound that some value exceeds; undefined if none can. */
function upperBound(keyword: (typeof upper)[number], schema: JsonSchema): number | undefined {
  const bound = schema[keyword];
  if (bound === undefined) return bound;
  if (keyword === 'maximum') return schema.type === 'integer' && bound >= int64 ? undefined : bound;
  return bound >= largestRequest ? undefined : bound;
}

function shown(bound: number | undefined): string {
  return bound === undefined ? 'none' : String(bound);
}
