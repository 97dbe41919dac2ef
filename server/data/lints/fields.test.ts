import assert from 'node:assert/strict';
import { inSpans } from '../../src/catalog/catalog.ts';
import type { ApiField, ApiType, FieldType } from '../../src/catalog/types.ts';
import { type Minor, minor } from '../../src/targets/version.ts';
import { readCatalog } from '../../src/workspace/shipped/catalogFile.ts';

const catalog = readCatalog();

/** Known violations are listed, so that the test fails if one no longer applies. */
describe('the facts about fields', () => {
  it('name only types that the binary has, at every depth of every kind', () => {
    let max = 0;
    for (const binary of binaries()) max = Math.max(max, reachable(binary).size);
    assert.ok(max > 1000, `${max} types`);
  });

  it('mark fields only with gates that their minor has', () => {
    const unknown = violations((field, _, binary) =>
      [...field.gates, ...field.mentionedGates].some(
        (gate) => !inSpans(catalog.gates.get(gate)?.declared ?? [], binary),
      ),
    );
    assert.deepEqual(unknown, []);
  });

  it('mark the fields of the newest binary with the gate that drops them, or with none', () => {
    const measured = new Map<string, string[]>();
    for (const { gate, type, field } of catalog.gatedFields) {
      measured.set(`${type}.${field}`, [...(measured.get(`${type}.${field}`) ?? []), gate]);
    }
    const other = [...reachable(catalog.newest)].flatMap((type) =>
      [...type.fields.values()].filter((field) => {
        const gates = measured.get(`${field.owner}.${field.name}`);
        return gates !== undefined && field.gates.length > 0 && !field.gates.some((gate) => gates.includes(gate));
      }),
    );
    assert.deepEqual(other.map(label), knownOtherGates);
  });

  it('give keys only to lists of type map, and only keys that the item has', () => {
    const wrong = violations((field) => {
      if (field.listType !== 'map') return field.listMapKeys.length > 0;
      return field.listMapKeys.length === 0 || field.listMapKeys.some((key) => !itemHas(field.type, key));
    });
    assert.deepEqual(wrong, [
      'storage.v1alpha1.CSIStorageCapacityList.items',
      'storage.v1beta1.CSIStorageCapacityList.items',
      'storage.v1.CSIStorageCapacityList.items',
      'storagemigration.v1alpha1.StorageVersionMigrationList.items',
    ]);
  });

  it('have enumerations with at least one value, and none twice', () => {
    const wrong = violations(
      ({ enum: values }) =>
        values !== undefined && new Set(values.map(({ value }) => value)).size !== Math.max(1, values.length),
    );
    assert.deepEqual(wrong, []);
  });

  it('contain a field from its introduction to its last minor', () => {
    const wrong = violations(({ introduced, last }, _, binary) => introduced > binary || (last ?? binary) < binary);
    assert.deepEqual(wrong, []);
  });
});

/** Fields that are marked with another gate than the one that dropped them. */
const knownOtherGates: readonly string[] = [];

function itemHas(type: FieldType, key: string): boolean {
  return type.kind === 'list' && type.item.kind === 'object' && type.item.type.fields.has(key);
}

function violations(wrong: (field: ApiField, type: ApiType, binary: Minor) => boolean): string[] {
  const found = new Set<string>();
  for (const binary of binaries()) {
    for (const type of reachable(binary)) {
      for (const field of type.fields.values()) if (wrong(field, type, binary)) found.add(label(field));
    }
  }
  return [...found];
}

function label({ owner, name }: ApiField): string {
  return `${owner}.${name}`;
}

function binaries(): Minor[] {
  return Array.from({ length: catalog.newest - catalog.oldest + 1 }, (_, index) => minor(catalog.oldest + index));
}

/** All types that are reachable from the kinds of a binary. */
function reachable(binary: Minor): Set<ApiType> {
  const seen = new Set<ApiType>();
  const visit = (type: ApiType): void => {
    if (seen.has(type)) return;
    seen.add(type);
    for (const field of type.fields.values()) into(field.type);
  };
  const into = (type: FieldType): void => {
    if (type.kind === 'list') into(type.item);
    else if (type.kind === 'map') into(type.value);
    else if (type.kind === 'object') visit(type.type);
    else if (type.kind === 'schema-or') visit(type.schema);
  };
  for (const kind of catalog.kinds) {
    const type = catalog.rootType(binary, kind);
    if (type !== undefined) visit(type);
  }
  return seen;
}
