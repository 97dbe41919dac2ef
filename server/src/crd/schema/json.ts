import { lastEntries } from '../../decode/duplicates.ts';
import type { Node, ScalarValue } from '../../manifest/node.ts';
import { spanOfValue } from '../../manifest/scalarSpan.ts';
import type { Span } from '../../text/span.ts';

/**
 * A JSON value as the API server holds it in memory (`map[string]interface{}`), with the span for findings about it:
 * the scalar of a map entry, else its key, the list item, and for defaults the key of the object they were added to.
 */
export type Json = JsonScalar | JsonList | JsonMap;

/** A leaf. Whole numbers beyond JavaScript's safe range are bigints. */
export interface JsonScalar {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  readonly span: Span;
  /** It is null because an apply left an object empty, which happens after nulls are pruned. */
  readonly isEmptied?: true;
}

/** A list. */
export interface JsonList {
  readonly kind: 'list';
  readonly items: readonly Json[];
  readonly span: Span;
}

/** An object: each key once. */
export interface JsonMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, Json>;
  readonly span: Span;
}

/** Plain data, as `JSON.parse` gives it. */
export type PlainJson = string | number | boolean | null | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** A node of a manifest as JSON; of a key written twice the last value counts. */
export function jsonOf(node: Node, span: Span): Json {
  if (node.kind === 'scalar') {
    const scalar: JsonScalar = { kind: 'scalar', value: node.value, span: spanOfValue(node, span) };
    return node.isEmptied === true ? { ...scalar, isEmptied: true } : scalar;
  }
  if (node.kind === 'list') return { kind: 'list', items: node.items.map((item) => jsonOf(item, item)), span };
  const entries = new Map<string, Json>();
  for (const { key, value, keySpan } of lastEntries(node.entries)) entries.set(key, jsonOf(value, keySpan));
  return { kind: 'map', entries, span };
}

/** Plain data as JSON, all with one span. */
export function jsonAt(value: PlainJson, span: Span): Json {
  if (isList(value)) return { kind: 'list', items: value.map((item) => jsonAt(item, span)), span };
  if (typeof value !== 'object' || value === null) return { kind: 'scalar', value, span };
  const entries = new Map(Object.entries(value).map(([key, each]) => [key, jsonAt(each, span)]));
  return { kind: 'map', entries, span };
}

/** The same value, all with another span. */
export function movedTo(json: Json, span: Span): Json {
  if (json.kind === 'scalar') return { ...json, span };
  if (json.kind === 'list') return { kind: 'list', items: json.items.map((item) => movedTo(item, span)), span };
  const entries = new Map([...json.entries].map(([key, each]) => [key, movedTo(each, span)]));
  return { kind: 'map', entries, span };
}

/** Whether a value is `null`. */
export function isNullJson(json: Json): boolean {
  return json.kind === 'scalar' && json.value === null;
}

/** Whether two values are equal like `reflect.DeepEqual`, ignoring spans. */
export function sameJson(a: Json, b: Json): boolean {
  return jsonText(a) === jsonText(b);
}

/** A value as JSON text with its keys in order, as Go writes maps: equal values have equal texts. */
export function jsonText(json: Json): string {
  if (json.kind === 'list') return `[${json.items.map(jsonText).join(',')}]`;
  if (json.kind === 'map') {
    const keys = [...json.entries.keys()].sort();
    const parts = keys.flatMap((key) => {
      const each = json.entries.get(key);
      return each === undefined ? [] : [`${JSON.stringify(key)}:${jsonText(each)}`];
    });
    return `{${parts.join(',')}}`;
  }
  return typeof json.value === 'bigint' ? String(json.value) : JSON.stringify(json.value);
}

function isList(value: PlainJson): value is readonly PlainJson[] {
  return Array.isArray(value);
}
