import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import table from '../../../data/authored/dropped-fields.json' with { type: 'json' };
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { minor } from '../../targets/version.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { structWithin } from '../structOf.ts';
import type { ApiField, ApiType } from '../types.ts';
import { gatedRulesFor } from './rules.ts';

const catalog = readCatalog();
const binary = minor(37);

/** Rows that other code handles instead of a rule of the table, by gate and end of the path, with the reason. */
const elsewhere: readonly (readonly [gate: string, path: RegExp, reason: string])[] = [
  ['ImageVolume', /\.(volumes|volumeMounts)$/, 'single items fall: imageVolumes.ts'],
  ['CrossNamespaceVolumeDataSource', /\.dataSource$/, 'falls with dataSourceRef: dataSource.ts'],
  ['NodeDeclaredFeatures', /^status\./, 'a status is advice, never dropped'],
  ['SupplementalGroupsPolicy', /^status\./, 'a status is advice, never dropped'],
];

describe('droppedFields', () => {
  it('has a rule for every row that was measured on a running server', () => {
    let covered = 0;
    for (const [gate, gvk, path] of measuredRows()) {
      if (elsewhere.some(([name, pattern]) => name === gate && pattern.test(path))) continue;
      const chain = fieldsAlong(gvk, path);
      assert.ok(chain.length > 0, `${gvk} ${path}`);
      // Measured paths may continue below the dropped field.
      const gates = chain.flatMap((field) => gatedRulesFor(field, binary).flatMap((rule) => rule.gates));
      assert.ok(
        gates.some((name) => name === gate || dependsOn(name, gate)),
        `${gate} ${gvk} ${path}: ${gates.join(', ')}`,
      );
      covered++;
    }
    assert.ok(covered > 700);
  });

  it('names only types, fields and gates that exist', () => {
    const minors = [31, 33, 34, 35, 37].map(minor);
    for (const rule of table.fields) {
      for (const gate of rule.gates) assert.ok(catalog.gates.has(gate), gate);
      const types = minors.flatMap((each) =>
        ['v1', 'v1alpha3', 'v1beta1', 'v1beta2'].flatMap(
          (version) => catalog.type(each, rule.type.replace('*', version)) ?? [],
        ),
      );
      for (const field of rule.fields) {
        assert.ok(
          types.some((type) => type.fields.has(field)),
          `${rule.type}.${field}`,
        );
      }
    }
  });
});

function measuredRows(): readonly (readonly [gate: string, gvk: string, path: string])[] {
  const text = readFileSync(new URL('../../../data/facts/field-gates.jsonl', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const row: unknown = line === '' ? undefined : JSON.parse(line);
    if (!Array.isArray(row)) return [];
    const [gate, gvk, path] = row.map(String);
    return [[gate ?? '', gvk ?? '', path ?? '']] as const;
  });
}

function dependsOn(gate: string, other: string): boolean {
  const dependencies = catalog.gates.get(gate)?.dependsOn ?? [];
  return dependencies.some((dependency) => dependency === other || dependsOn(dependency, other));
}

/** The field definitions along a path in the newest schema, from the root down. */
function fieldsAlong(gvk: string, path: string): readonly ApiField[] {
  const [apiVersion = '', kind = ''] = gvk.split(' ');
  const groupVersion = parseGroupVersion(apiVersion);
  let type: ApiType | undefined = groupVersion && catalog.rootType(binary, { ...groupVersion, kind });
  const chain: ApiField[] = [];
  for (const step of path.split('.')) {
    const field: ApiField | undefined = type?.fields.get(step.replace(/(\[\])+$/, ''));
    // A map key is a separate step.
    if (field === undefined) continue;
    chain.push(field);
    type = structWithin(field.type);
  }
  return chain;
}
