import type { ApiType, FieldType } from '../../catalog/types.ts';
import { type CelMap, type CelValue, isValue, type Outcome, string, unknown } from '../../cel/values.ts';
import { isNull, type MapNode, type Node, type ScalarValue } from '../../manifest/node.ts';
import type { DroppedFields } from '../fieldGates.ts';

/** The fields of an object with uncertain values: by paths such as `spec.containers[].image`. */
export interface UncertainFields {
  readonly isOpen: (path: string) => boolean;
  /** Whether a field that the object lacks may be present. */
  readonly mayAdd: (path: string) => boolean;
  /** Whether a map with this path may have any other key. */
  readonly isOpenMap: (path: string) => boolean;
  /** Whether the server wrote a node, so that it is uncertain at an open path. */
  readonly isWritten: (node: Node) => boolean;
  /** Whether a value is uncertain wherever it is. */
  readonly isUnknown: (node: Node) => boolean;
  readonly isDropped: DroppedFields;
}

/** An object of a built-in type as expressions see it. Source: k8s.io/apimachinery pkg/runtime/converter.go. */
export function objectValue(node: MapNode, type: ApiType, path: string, openness: UncertainFields): CelMap {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const open = new Set<string>();
  const existing = new Map(node.entries.map((entry) => [entry.key, entry.value]));
  for (const [name, field] of type.fields) {
    const at = path === '' ? name : `${path}.${name}`;
    const value = existing.get(name);
    if (at === 'status') open.add(`s${name}`);
    else if (value === undefined) {
      if (openness.mayAdd(at)) open.add(`s${name}`);
    } else {
      const isUncertain = isNull(value) || openness.isDropped(field) || isOpenAt(value, at, openness);
      const seen = isUncertain ? unknown : fieldValue(value, field.type, at, openness);
      if (isValue(seen)) entries.set(`s${name}`, [string(name), seen]);
      else open.add(`s${name}`);
    }
  }
  // Of duplicate keys the server takes one only.
  const partial = open.size > 0 || existing.size < node.entries.length ? { partial: true } : {};
  return { type: 'map', entries, ...partial, mayHave: (key) => open.has(key) };
}

function isOpenAt(node: Node, path: string, { isWritten, isOpen }: UncertainFields): boolean {
  return isWritten(node) && isOpen(path);
}

function fieldValue(node: Node, type: FieldType, path: string, openness: UncertainFields): Outcome {
  if (openness.isUnknown(node)) return unknown;
  switch (type.kind) {
    case 'object':
      return node.kind === 'map' ? objectValue(node, type.type, path, openness) : unknown;
    case 'list': {
      if (node.kind !== 'list') return unknown;
      const items = node.items.map((item) => fieldValue(item, type.item, `${path}[]`, openness));
      // Items added to a list are unknown too.
      const isLonger = openness.isOpen(path) || openness.isOpen(`${path}[]`);
      return items.every(isValue) && !isLonger ? { type: 'list', items } : unknown;
    }
    case 'map':
      return node.kind === 'map' ? mapValue(node, type.value, path, openness) : unknown;
    case 'scalar':
      return node.kind === 'scalar' ? scalarValue(node.value, type.scalar) : unknown;
    default:
      return unknown;
  }
}

function mapValue(node: MapNode, type: FieldType, path: string, openness: UncertainFields): CelMap {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const open = new Set<string>();
  for (const { key, value } of node.entries) {
    const seen = isOpenAt(value, `${path}[${key}]`, openness)
      ? unknown
      : fieldValue(value, type, `${path}.*`, openness);
    if (isValue(seen)) entries.set(`s${key}`, [string(key), seen]);
    else open.add(`s${key}`);
  }
  const isOpen = openness.isOpenMap(path);
  const partial = isOpen || open.size > 0 || openness.mayAdd(path) ? { partial: true } : {};
  const mayHave = (key: string) =>
    isOpen || open.has(key) || (!entries.has(key) && openness.isOpen(`${path}[${key.slice(1)}]`));
  return { type: 'map', entries, ...partial, mayHave };
}

function scalarValue(value: ScalarValue, type: string): Outcome {
  switch (type) {
    case 'string':
    case 'quantity':
      return typeof value === 'string' ? string(value) : unknown;
    case 'boolean':
      return typeof value === 'boolean' ? { type: 'bool', value } : unknown;
    case 'int32':
    case 'int64':
      return wholeNumber(value);
    case 'int-or-string':
      return typeof value === 'string' ? string(value) : wholeNumber(value);
    case 'double':
      return typeof value === 'number' ? { type: 'double', value } : unknown;
    case 'bytes':
      return typeof value === 'string' && isBase64(value) ? string(value) : unknown;
    case 'date-time':
      return typeof value === 'string' && canonicalTime.test(value) ? string(value) : unknown;
    default:
      return unknown;
  }
}

const canonicalTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** An integer as expressions see it; unknown for other values. */
export function wholeNumber(value: ScalarValue): Outcome {
  if (typeof value === 'bigint') return { type: 'int', value };
  return typeof value === 'number' && Number.isInteger(value) ? { type: 'int', value: BigInt(value) } : unknown;
}
