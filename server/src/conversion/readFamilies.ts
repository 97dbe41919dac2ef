import { parseGroupVersion } from '../target/groupVersion.ts';
import type { Condition, Destination, Ending, Family, Move, Step } from './family.ts';
import type { Value } from './value.ts';

/**
 * The conversions as they stand in `server/data/authored/conversions.json`, one family for each kind that a row names.
 * Throws where a row is malformed: the file is ours.
 */
export function readConversions(data: unknown): {
  readonly families: readonly Family[];
  readonly endings: readonly Ending[];
} {
  const fields = fieldsOf(data);
  return {
    families: listOf(fields['families']).flatMap(readFamilies),
    endings: listOf(fields['endings']).flatMap(readEndings),
  };
}

function readFamilies(row: unknown): readonly Family[] {
  const fields = fieldsOf(row);
  const versions = Object.entries(fieldsOf(fields['versions'])).map(([name, steps]) => ({
    ...groupVersionOf(name),
    steps: listOf(steps).map(readStep),
  }));
  const source = textOf(fields['source']);
  return listOf(fields['kinds']).map((kind) => ({ kind: textOf(kind), versions, source }));
}

function readEndings(row: unknown): readonly Ending[] {
  const fields = fieldsOf(row);
  const says = textOf(fields['says']);
  const source = textOf(fields['source']);
  return listOf(fields['kinds']).flatMap((kind) =>
    listOf(fields['versions']).map((version) => ({ ...groupVersionOf(version), kind: textOf(kind), says, source })),
  );
}

function readStep(row: unknown): Step {
  const fields = fieldsOf(row);
  const text = (name: string) => textOf(fields[name]);
  switch (fields['step']) {
    case 'default':
      return {
        step: 'default',
        path: text('path'),
        value: jsonOf(fields['value']),
        ...optional(fields, 'unless', conditionOf),
        ...optional(fields, 'where', conditionOf),
        ...optional(fields, 'within', textOf),
        ...optional(fields, 'after', textOf),
        ...optional(fields, 'empty', (value) => oneOf(value, ['absent'])),
      };
    case 'derive':
      return {
        step: 'derive',
        path: text('path'),
        from: text('from'),
        ...optional(fields, 'unless', textOf),
        ...optional(fields, 'empty', (value) => oneOf(value, ['absent'])),
      };
    case 'move':
      return { step: 'move', at: text('at'), moves: listOf(fields['moves']).map(moveOf) };
    case 'values':
      return { step: 'values', path: text('path'), pairs: listOf(fields['pairs']).map(pairOf) };
    case 'wrap':
      return { step: 'wrap', list: text('list'), item: text('item') };
    case 'omit':
      return { step: 'omit', path: text('path'), is: listOf(fields['is']).map(jsonOf) };
    case 'annotation':
      return {
        step: 'annotation',
        name: text('name'),
        holds: text('holds'),
        as: oneOf(fields['as'], ['string', 'integer']),
      };
    case 'force':
      return {
        step: 'force',
        path: text('path'),
        allowed: listOf(fields['allowed']).map(jsonOf),
        value: jsonOf(fields['value']),
        says: text('says'),
      };
    case 'refuse':
      return {
        step: 'refuse',
        path: text('path'),
        says: text('says'),
        ...optional(fields, 'as', (value) => oneOf(value, ['left', 'lost', 'forced'])),
        ...optional(fields, 'when', (value) => oneOf(value, ['present', 'absent', 'empty', 'digits', 'is', 'not'])),
        ...optional(fields, 'within', textOf),
        ...optional(fields, 'is', (list) => listOf(list).map(jsonOf)),
        ...optional(fields, 'comingFrom', (list) => listOf(list).map(textOf)),
      };
    case 'code':
      return { step: 'code', name: text('name') };
    default:
      return malformed(row);
  }
}

/** A property for a field that is there, none for one that is not. */
function optional<K extends string, T>(
  fields: Readonly<Record<string, unknown>>,
  name: K,
  read: (value: unknown) => T,
): { readonly [key in K]?: T } {
  const result: { [key in K]?: T } = {};
  if (fields[name] !== undefined) result[name] = read(fields[name]);
  return result;
}

function moveOf(row: unknown): Move {
  const fields = fieldsOf(row);
  const from = textOf(fields['from']);
  return { from, to: destinationOf(fields['to']) };
}

function destinationOf(to: unknown): Destination {
  if (typeof to === 'string') return to;
  const choice = fieldsOf(to);
  return { integer: textOf(choice['integer']), string: textOf(choice['string']) };
}

function pairOf(row: unknown): readonly [Value, Value] {
  const [version, hub, ...more] = listOf(row);
  return more.length === 0 ? [jsonOf(version), jsonOf(hub)] : malformed(row);
}

function conditionOf(row: unknown): Condition {
  const fields = fieldsOf(row);
  return { path: textOf(fields['path']), is: listOf(fields['is']).map(jsonOf) };
}

function oneOf<const T extends string>(value: unknown, names: readonly T[]): T {
  return names.find((name) => name === value) ?? malformed(value);
}

function jsonOf(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, one]) => [key, jsonOf(one)]));
}

function groupVersionOf(value: unknown): { readonly group: string; readonly version: string } {
  return parseGroupVersion(textOf(value)) ?? malformed(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : malformed(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : malformed(value);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : malformed(value);
}

function malformed(value: unknown): never {
  throw new TypeError(`conversions.json: ${JSON.stringify(value)} is not what belongs there`);
}
