import { bool, type CelMap, type CelValue, int, string } from '../../cel/values.ts';
import type { MapEntry, MapNode, Node, ScalarValue } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';

/**
 * The value of an expression as a part of an object; undefined if a part of it is unknown, or if JSON cannot represent
 * it.
 *
 * @param span the span of all written values.
 */
export function nodeOf(value: CelValue, span: Span): Node | undefined {
  switch (value.type) {
    case 'string':
    case 'bool':
    case 'null_type':
      return scalarAt(value.value, span);
    case 'int':
    case 'uint':
      return scalarAt(wholeNumber(value.value), span);
    case 'double':
      return Number.isFinite(value.value) ? scalarAt(value.value, span) : undefined;
    case 'list': {
      const items = value.items.map((item) => nodeOf(item, span));
      const known = items.flatMap((item) => item ?? []);
      return known.length === items.length ? { kind: 'list', items: known, flow: false, ...spanOf(span) } : undefined;
    }
    case 'map':
      return mapAt(value, span);
    default:
      return undefined;
  }
}

function mapAt({ entries, struct, partial }: CelMap, span: Span): MapNode | undefined {
  // The server may have added to the manifest's value.
  if (partial === true && struct === undefined) return undefined;
  const additions: MapEntry[] = [];
  for (const [key, value] of entries.values()) {
    const node = key.type === 'string' && !/^__.*__$/.test(key.value) ? nodeOf(value, span) : undefined;
    if (key.type !== 'string' || node === undefined) return undefined;
    additions.push({ key: key.value, keySpan: spanOf(span), value: node });
  }
  return { kind: 'map', entries: additions, flow: false, ...spanOf(span) };
}

function wholeNumber(value: bigint): ScalarValue {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= -BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

function scalarAt(value: ScalarValue, span: Span): Node {
  return { kind: 'scalar', value, style: 'plain', ...spanOf(span) };
}

/** A leaf as expressions see it; undefined for other nodes, and for values that a type may write differently. */
export function scalarValueOf(node: Node | undefined): CelValue | undefined {
  if (node?.kind !== 'scalar') return undefined;
  const { value } = node;
  if (typeof value === 'string') return string(value);
  if (typeof value === 'boolean') return bool(value);
  return typeof value === 'number' && Number.isInteger(value) ? int(value) : undefined;
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/**
 * The objects whose type name does not match the path that they are set at, in the server's words. Source:
 * k8s.io/apiserver pkg/cel/mutation/dynamic/objects.go, CheckTypeNamesMatchFieldPathNames.
 */
export function misnamedObjects(value: CelValue, path = 'Object'): readonly string[] {
  if (value.type === 'list') return value.items.flatMap((item) => misnamedObjects(item, path));
  if (value.type !== 'map') return [];
  const { struct, entries } = value;
  const parts = [...entries.values()];
  if (struct === undefined) return parts.flatMap(([, each]) => misnamedObjects(each, path));
  const inside = parts.flatMap(([key, each]) =>
    key.type === 'string' ? misnamedObjects(each, `${path}.${key.value}`) : [],
  );
  if (struct === path) return inside;
  return [
    `unexpected type name "${struct}", expected "${path}", which matches field name path from root Object type`,
    ...inside,
  ];
}
