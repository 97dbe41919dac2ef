import type { Node } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import { formatSteps, type PathStep } from './draftPath.ts';

/** A value of a manifest as plain data. */
export type Value = string | number | bigint | boolean | null | readonly Value[] | ValueMap;

/** An object of a manifest as plain data. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/** The plain data of a node; of duplicate keys the last one counts. */
export function plainValue(node: Node): Value {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
}

/** A node of plain data, at a span of a text that does not contain it. */
export function nodeOfValue(value: Value, span: Span): Node {
  const at = { start: span.start, end: span.end };
  if (isValueList(value))
    return { kind: 'list', items: value.map((item) => nodeOfValue(item, at)), flow: false, ...at };
  if (!isValueMap(value)) return { kind: 'scalar', value, style: 'plain', ...at };
  const entries = Object.entries(value).map(([key, item]) => ({ key, keySpan: at, value: nodeOfValue(item, at) }));
  return { kind: 'map', entries, flow: false, ...at };
}

/** Whether a value is a list. */
export function isValueList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is an object. */
export function isValueMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: Value | undefined, path: readonly PathStep[]): Value | undefined {
  return path.reduce<Value | undefined>((at, step) => {
    if (isValueList(at)) return typeof step === 'number' ? at[step] : undefined;
    return isValueMap(at) ? at[step] : undefined;
  }, value);
}

/** Whether two values are equal; the order of keys does not matter. */
export function sameValue(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (isValueList(left) && isValueList(right)) {
    return left.length === right.length && left.every((item, i) => sameValue(item, right[i]));
  }
  if (!isValueMap(left) || !isValueMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => key in right && sameValue(left[key], right[key]))
  );
}

/** The path of the first difference between two values, in the field order of `a`; undefined if they are equal. */
export function firstDifference(a: Value | undefined, b: Value | undefined): string | undefined {
  const path = differingPath(a, b);
  return path === undefined ? undefined : formatSteps(path);
}

function differingPath(first: Value | undefined, second: Value | undefined): readonly PathStep[] | undefined {
  if (sameValue(first, second)) return undefined;
  const within = (step: PathStep, left: Value | undefined, right: Value | undefined) => {
    const inner = differingPath(left, right);
    return inner === undefined ? undefined : [step, ...inner];
  };
  if (isValueList(first) && isValueList(second) && first.length === second.length) {
    for (const [i, item] of first.entries()) {
      const found = within(i, item, second[i]);
      if (found !== undefined) return found;
    }
  }
  if (isValueMap(first) && isValueMap(second)) {
    for (const key of [...Object.keys(first), ...Object.keys(second)]) {
      if (!(key in first) || !(key in second)) return [];
      const found = within(key, first[key], second[key]);
      if (found !== undefined) return found;
    }
  }
  return [];
}
