import assert from 'node:assert/strict';
import type { ApiField, ApiType, FieldType } from '../src/catalog/types.ts';
import { formatMinor } from '../src/targets/version.ts';
import { readCatalog } from '../src/workspace/shipped/catalogFile.ts';
import { readFacts } from './generator/facts.ts';
import { arrayOf, fieldOf, type JsonObject, object, optionalText, text, texts } from './generator/json.ts';

const facts = readFacts();
const catalog = readCatalog();
const special = new Map(Object.entries(object(facts.authored.specialTypes['scalars'])));
const unions = new Map(Object.entries(object(facts.authored.specialTypes['schemaOr'])));
const microTimes = object(facts.authored.microTimes['fields']);

/** A field in both sources: its name, type, whether it is required, and its lists of values. */
type FieldFacts = readonly [
  name: string,
  type: string,
  required: boolean,
  enumeration: readonly string[] | undefined,
  listType: string | undefined,
  keys: readonly string[],
];

describe('the types of the catalogue', () => {
  for (const [minor, schema] of facts.schemas) {
    it(`equal those of the schema of ${formatMinor(minor)}`, () => {
      let fields = 0;
      for (const [name, type] of Object.entries(schema)) {
        if (special.has(name) || unions.has(name)) continue;
        const wanted = fieldsInFacts(object(type), name);
        const found = fieldsInCatalog(catalog.type(minor, name));
        assert.deepEqual(found, wanted, name);
        fields += wanted.length;
      }
      assert.ok(fields > 2000, `${fields} fields`);
    });
  }

  it('are absent in minors whose schema lacks them', () => {
    const names = new Set([...facts.schemas.values()].flatMap((schema) => Object.keys(schema)));
    let absent = 0;
    for (const [minor, schema] of facts.schemas) {
      for (const name of names) {
        if (name in schema || isNamedOnly(name)) continue;
        absent += 1;
        assert.equal(catalog.type(minor, name), undefined, `${formatMinor(minor)} ${name}`);
      }
    }
    assert.ok(absent > 1000, `${absent} absences`);
  });
});

describe('the lifetime of a field', () => {
  it('runs from the first minor whose schema has it to the last', () => {
    const minorsOf = new Map<string, number[]>();
    for (const [minor, schema] of facts.schemas) {
      for (const [name, type] of Object.entries(schema)) {
        for (const field of Object.keys(fieldsOf(type))) {
          const key = `${name} ${field}`;
          minorsOf.set(key, [...(minorsOf.get(key) ?? []), minor]);
        }
      }
    }
    let ended = 0;
    for (const [minor, schema] of facts.schemas) {
      for (const name of Object.keys(schema)) {
        for (const field of catalog.type(minor, name)?.fields.values() ?? []) {
          const minors = minorsOf.get(`${name} ${field.name}`) ?? [];
          const last = minors.at(-1) === (catalog.preview?.minor ?? catalog.newest) ? undefined : minors.at(-1);
          assert.deepEqual(
            [field.introduced, field.last],
            [minors[0], last],
            `${formatMinor(minor)} ${name}.${field.name}`,
          );
          if (last !== undefined) ended += 1;
        }
      }
    }
    assert.ok(ended > 100, `${ended} ended`);
  });
});

function fieldsOf(type: unknown): JsonObject {
  const fields = fieldOf(type, 'f');
  return fields === undefined ? {} : object(fields);
}

/** Structs that some schemas reference without a definition. */
function isNamedOnly(name: string): boolean {
  return name in object(fieldOf(facts.authored.specialTypes['undefined'], 'types'));
}

function fieldsInFacts(type: JsonObject, owner: string): FieldFacts[] {
  const required = new Set(texts(type['req']));
  return Object.entries(fieldsOf(type))
    .map(([name, fact]): FieldFacts => {
      const field = object(fact);
      const values = field['e'] === undefined ? undefined : texts(field['e']);
      const type = isMicroTime(owner, name) ? 'micro-time' : writtenFact(text(field['t']));
      return [name, type, required.has(name), values, optionalText(field['lt']), texts(field['lk'])];
    })
    .sort(byName);
}

function fieldsInCatalog(type: ApiType | undefined): FieldFacts[] {
  assert.ok(type !== undefined);
  return [...type.fields.values()].map(factsOfField).sort(byName);
}

function factsOfField(field: ApiField): FieldFacts {
  const values = field.enum?.map(({ value }) => value);
  return [field.name, written(field.type), field.required, values, field.listType, field.listMapKeys];
}

function byName([a]: FieldFacts, [b]: FieldFacts): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isMicroTime(owner: string, field: string): boolean {
  const [group = '', , name = ''] = owner.split('.');
  return texts(facts.authored.microTimes['groups']).includes(group) && texts(arrayOf(microTimes[name])).includes(field);
}

/** A type of the catalogue in text form. */
function written(type: FieldType): string {
  switch (type.kind) {
    case 'list':
      return `[]${written(type.item)}`;
    case 'map':
      return `map[${written(type.value)}]`;
    case 'object':
      return type.type.name;
    case 'schema-or':
      return `${type.schema.name} or ${type.or}`;
    case 'scalar':
      return type.scalar;
  }
}

/** The catalogue's counterpart of the last part of a type in the facts' notation. */
const leaves: Readonly<Record<string, string>> = {
  'integer/int32': 'int32',
  'integer/int64': 'int64',
  'number/double': 'double',
  'string/int-or-string': 'int-or-string',
  'string/byte': 'bytes',
  'string/date-time': 'date-time',
  'object/raw': 'raw',
};

/** A type in the facts' notation, in the form of `written`. */
function writtenFact(notation: string): string {
  return notation.replace(/[^[\]]+(?=\]*$)/, (name) => {
    const [schema, or] = texts(unions.get(name));
    return schema === undefined ? (leaves[name] ?? text(special.get(name) ?? name)) : `${schema} or ${or}`;
  });
}
