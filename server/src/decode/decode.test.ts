import assert from 'node:assert/strict';
import type { ApiField, ApiType, FieldType, ScalarType } from '../catalog/types.ts';
import type { MapNode, Node } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { minor } from '../targets/version.ts';
import { formatPath } from '../text/fieldPath.ts';
import { decode } from './decode.ts';
import type { Decoded, OccurrenceFilter } from './decoded.ts';

const scalar = (name: ScalarType): FieldType => ({ kind: 'scalar', scalar: name });
const list = (item: FieldType): FieldType => ({ kind: 'list', item });
const map = (value: FieldType): FieldType => ({ kind: 'map', value });
const object = (type: ApiType): FieldType => ({ kind: 'object', type });

function define(name: string, types: Readonly<Record<string, FieldType>>): ApiType {
  const fields = new Map<string, ApiField>();
  for (const [key, type] of Object.entries(types)) fields.set(key, fieldDefinition(name, key, type));
  return { name, fields };
}

function fieldDefinition(owner: string, name: string, type: FieldType): ApiField {
  return {
    owner,
    name,
    type,
    required: false,
    introduced: minor(8),
    last: undefined,
    enum: undefined,
    constants: undefined,
    mentionedGates: [],
    listType: undefined,
    listMapKeys: [],
    gates: [],
    deprecated: false,
  };
}

const inner = define('t.Inner', { name: scalar('string'), on: scalar('boolean'), tags: list(scalar('string')) });
const schemaFields = new Map<string, ApiField>();
const schema: ApiType = { name: 'apiextensions.v1.JSONSchemaProps', fields: schemaFields };
const schemaTypes: Readonly<Record<string, FieldType>> = {
  type: scalar('string'),
  properties: map(object(schema)),
  items: { kind: 'schema-or', schema, or: 'schemas' },
  additionalProperties: { kind: 'schema-or', schema, or: 'boolean' },
  dependencies: map({ kind: 'schema-or', schema, or: 'strings' }),
};
for (const [key, type] of Object.entries(schemaTypes)) {
  schemaFields.set(key, fieldDefinition(schema.name, key, type));
}
const root = define('t.Root', {
  apiVersion: scalar('string'),
  kind: scalar('string'),
  text: scalar('string'),
  flag: scalar('boolean'),
  small: scalar('int32'),
  big: scalar('int64'),
  ratio: scalar('double'),
  amount: scalar('quantity'),
  wait: scalar('duration'),
  port: scalar('int-or-string'),
  data: scalar('bytes'),
  time: scalar('date-time'),
  micro: scalar('micro-time'),
  raw: scalar('raw'),
  inner: object(inner),
  inners: list(object(inner)),
  labels: map(scalar('string')),
  amounts: map(scalar('quantity')),
  schema: object(schema),
});

const noOccurrences: OccurrenceFilter = { field: () => false, object: () => false };

function read(text: string): MapNode {
  const node: Node | undefined = readManifest(text).documents[0]?.root;
  if (node?.kind !== 'map') throw new Error(`not a map: ${text}`);
  return node;
}

function decoded(text: string, wanted: OccurrenceFilter = noOccurrences): Decoded {
  return decode(read(text), root, wanted);
}

const paths = (found: readonly { path: Parameters<typeof formatPath>[0] }[]) =>
  found.map(({ path }) => formatPath(path));

describe('decode', () => {
  const accepted: Readonly<Record<string, readonly string[]>> = {
    text: ['abc', '"1"', "'yes'", '2020-01-01', 'null', '""'],
    flag: ['true', 'yes', 'off', 'Y', 'null'],
    small: ['1', '1.0', '1e3', '+1', '1_000', '0x1F', '0o17', '0755', '-0.0', '2147483647', '-2147483648', 'null'],
    big: ['9223372036854775807', '-9223372036854775808', '1e18', '4503599627370497.0', '-9223372036854775809'],
    ratio: ['1', '1.5', '18446744073709551615'],
    amount: ['1', '500m', '0.5', '" 1Gi "', '1e30', 'null', '"."'],
    wait: ['1h30m', '"0"', 'null'],
    port: ['80', '"80"', 'http', '1e3', 'null'],
    data: ['YWJj', '""', '[1, 255, null]'],
    time: ['2020-01-01T00:00:00Z', '"2020-01-01T00:00:00.5+01:00"', 'null'],
    micro: ['2020-01-01T00:00:00.000000Z'],
    raw: ['1', 'abc', '[a]', '{a: {b: 1}}', 'null'],
    inner: ['{}', '{name: a, "on": no, tags: [a, null]}', 'null', '{tags: null}'],
    inners: ['[]', '[{name: a}, null]', 'null'],
    labels: ['{a: b, c: null}', '{}', '{1: a, yes: b}'],
    amounts: ['{cpu: 1, memory: 1Gi, x: null}'],
  };
  for (const [field, values] of Object.entries(accepted)) {
    it(`accepts for ${field}: ${values.join(' · ')}`, () => {
      for (const value of values) {
        const { errors, unknown, duplicates } = decoded(`${field}: ${value}`);
        assert.deepEqual([paths(errors), paths(unknown), paths(duplicates)], [[], [], []], value);
      }
    });
  }

  const refused: Readonly<Record<string, readonly string[]>> = {
    text: ['1', '1.10', 'yes', 'true', '0755', '[a]', '{a: b}'],
    flag: ['"true"', '1', 'abc', '[true]', '{}'],
    small: ['"1"', '1.5', '2147483648', '-2147483649', 'true', '1e21', 'abc', '[1]'],
    big: ['9223372036854775808', '1e19', '1.5', '"1"'],
    ratio: ['"1"', 'true'],
    amount: ['abc', '""', 'true', '1 Gi', '[1]', '{}'],
    wait: ['1', '1d', '""', '90'],
    port: ['1.5', 'true', '2147483648', '[80]', '{}'],
    data: ['abc', '"YQ"', '1', '[256]', '[a]', '{}'],
    time: ['2020-01-01', '"2020-01-01T00:00:00"', '1', '""', '{}'],
    micro: ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.123Z'],
    inner: ['abc', '[]', '1', 'true', '""'],
    inners: ['{}', 'abc', '[a]', '[[]]'],
    labels: ['[]', 'abc', '{a: 1}', '{a: {}}', '{a: yes}'],
  };
  for (const [field, values] of Object.entries(refused)) {
    it(`refuses for ${field}: ${values.join(' · ')}`, () => {
      for (const value of values) assert.equal(decoded(`${field}: ${value}`).errors.length, 1, value);
    });
  }

  it('reports the position of a wrong value and the valid form', () => {
    const { errors } = decoded('inners:\n- name: a\n- tags: [b, 1]\nlabels: {a.b/c: 2}\n');
    assert.deepEqual(paths(errors), ['inners[1].tags[1]', 'labels[a.b/c]']);
    assert.deepEqual(
      errors.map(({ wanted, field }) => [wanted, field?.name]),
      [
        ['a string', 'tags'],
        ['a string', 'labels'],
      ],
    );
  });

  it('reports unknown fields at any depth, and nothing below them', () => {
    const { unknown, errors } = decoded('Text: a\ninner: {Name: 1, x: {a: {z: 1}}}\ninners: [{}, {q: null}]\n');
    assert.deepEqual(paths(unknown), ['Text', 'inner.Name', 'inner.x', 'inners[1].q']);
    assert.deepEqual(errors, []);
  });

  it('refuses numbers that JSON cannot hold, even in ignored fields', () => {
    // The reader refuses such texts as well, so the node is built by hand.
    const at = { start: 0, end: 0 };
    for (const key of ['raw', 'unknown', 'ratio', 'amount', 'text']) {
      const value: Node = { kind: 'scalar', value: Number.POSITIVE_INFINITY, style: 'plain', ...at };
      const entries = [{ key, keySpan: at, value }];
      assert.deepEqual(paths(decode({ kind: 'map', entries, flow: true, ...at }, root, noOccurrences).errors), [key]);
    }
  });

  it('reports nothing inside raw objects', () => {
    assert.deepEqual(paths(decoded('raw: {apiVersion: 1, x: {y: 1}}').unknown), []);
  });

  it('decodes only the last of several values of a key, and reports each repetition', () => {
    const { duplicates, errors } = decoded(
      'small: abc\nsmall: 1\nlabels: {a: 1, a: b, a: c}\nraw: {x: 1, x: 2}\nunknown: {x: 1, x: 2}\n',
    );
    assert.deepEqual(paths(duplicates), ['small', 'labels[a]', 'labels[a]', 'raw.x', 'unknown.x']);
    assert.deepEqual(errors, []);
  });

  it('reports a repeated key among many', () => {
    const keys = Array.from({ length: 40 }, (_, i) => `k${i}: v`);
    const { duplicates } = decoded(`labels:\n  ${[...keys, 'k7: w'].join('\n  ')}\n`);
    assert.deepEqual(paths(duplicates), ['labels[k7]']);
  });

  it('reads the unions of JSON schemas without strictness, but not their types', () => {
    const text = `schema:
  properties:
    a: {unknown: 1, items: {unknown: 1, type: 2}, additionalProperties: {properties: {b: {unknown: 1}}}}
    b: {items: [{type: 1}], additionalProperties: 1, dependencies: {x: [a, 1], w: {type: 1}, z: 1}}
    c: {items: abc, additionalProperties: false}
    d: {items: 1, additionalProperties: true}
`;
    const { unknown, errors } = decoded(text);
    assert.deepEqual(paths(unknown), ['schema.properties[a].unknown']);
    assert.deepEqual(paths(errors), [
      'schema.properties[a].items.type',
      'schema.properties[b].items[0].type',
      'schema.properties[b].additionalProperties',
      'schema.properties[b].dependencies[x][1]',
      'schema.properties[b].dependencies[w].type',
    ]);
  });

  it('collects the requested values in text order, without nulls', () => {
    const wanted: OccurrenceFilter = {
      field: ({ name }) => name === 'name' || name === 'tags',
      object: (type) => type === inner,
    };
    const { fields, objects } = decoded('inners: [{tags: [a], name: b}, {name: null}]\ninner: {name: c}\n', wanted);
    assert.deepEqual(paths(fields), ['inners[0].tags', 'inners[0].name', 'inner.name']);
    assert.deepEqual(paths(objects), ['inners[0]', 'inners[1]', 'inner']);
  });

  it('accepts very deep nesting', () => {
    const at = { start: 0, end: 0 };
    let value: Node = { kind: 'scalar', value: 1, style: 'plain', ...at };
    for (let i = 0; i < 100_000; i++) value = { kind: 'list', items: [value], flow: true, ...at };
    const deep: MapNode = { kind: 'map', entries: [{ key: 'raw', keySpan: at, value }], flow: true, ...at };
    assert.deepEqual(decode(deep, root, noOccurrences).errors, []);
  });
});
