import type { JsonSchema } from '../schema/schema.ts';

/** A bound that has changed. */
export interface BoundChange {
  readonly keyword: string;
  readonly from: string;
  readonly to: string;
  /** Fewer values lie within. */
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
    const [from, to] = [before[keyword], after[keyword]];
    if (from !== to) add(keyword, from, to, to !== undefined && (from === undefined || to > from));
  }
  for (const keyword of upper) {
    const [from, to] = [before[keyword], after[keyword]];
    if (from !== to) add(keyword, from, to, to !== undefined && (from === undefined || to < from));
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'] as const) {
    const [from, to] = [before[keyword], after[keyword]];
    if (from !== to) changes.push({ keyword, from: String(from), to: String(to), isTighter: to });
  }
  const [factor, now] = [before.multipleOf, after.multipleOf];
  if (factor !== now) add('multipleOf', factor, now, now !== undefined && (factor === undefined || factor % now !== 0));
  return changes;
}

function shown(bound: number | undefined): string {
  return bound === undefined ? 'none' : String(bound);
}
