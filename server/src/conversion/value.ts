import type { Node } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import { formatSteps, type PathStep } from './draftPath.ts';

/** A manifest's value as plain data, without the text. */
export type Value = string | number | bigint | boolean | null | readonly Value[] | ValueMap;

/** An object of a manifest as plain data. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/** The plain data of a node; of keys written twice the last one counts. */
export function plainValue(node: Node): Value {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
}

/** A node of plain data, at a place in a text that does not have it. */
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

/** Whether two values are the same data; the order of keys does not matter. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (isValueList(a) && isValueList(b)) {
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  }
  if (!isValueMap(a) || !isValueMap(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameValue(a[key], b[key]));
}

/** The path of the first place where two values differ, fields in the order of the first one; undefined if none does. */
export function firstDifference(a: Value | undefined, b: Value | undefined): string | undefined {
  const path = differingPath(a, b);
  return path === undefined ? undefined : formatSteps(path);
}

function differingPath(a: Value | undefined, b: Value | undefined): readonly PathStep[] | undefined {
  if (sameValue(a, b)) return undefined;
  const within = (step: PathStep, left: Value | undefined, right: Value | undefined) => {
    const below = differingPath(left, right);
    return below === undefined ? undefined : [step, ...below];
  };
  if (isValueList(a) && isValueList(b) && a.length === b.length) {
    for (const [i, item] of a.entries()) {
      const found = within(i, item, b[i]);
      if (found !== undefined) return found;
    }
  }
  if (isValueMap(a) && isValueMap(b)) {
    for (const key of [...Object.keys(a), ...Object.keys(b)]) {
      if (!(key in a) || !(key in b)) return [];
      const found = within(key, a[key], b[key]);
      if (found !== undefined) return found;
    }
  }
  return [];
}
