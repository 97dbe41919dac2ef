import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { definitionFactsIn } from './definitionFacts.ts';
import { filesOf, namesOf, releasesOf } from './setFacts.ts';

const folder = new URL('../../server/data/facts/crds/', import.meta.url);

function filesOfSet(name: string) {
  return {
    head: readFileSync(new URL(`${name}.json`, folder), 'utf8').trimEnd(),
    fields: gunzipSync(readFileSync(new URL(`${name}-fields.jsonl.gz`, folder))).toString('utf8'),
  };
}

/** The rows, independent of key order. */
function rowsIn(fields: string): readonly unknown[] {
  return fields.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
}

describe('the facts of a set of CustomResourceDefinitions', () => {
  for (const name of ['gateway-api', 'cluster-api', 'cert-manager', 'keda', 'trust-manager', 'velero']) {
    it(`of ${name} can be restored from the facts of each release`, () => {
      const files = filesOfSet(name);
      const set = releasesOf(files);
      const { releases } = JSON.parse(files.head);
      const generated = filesOf(namesOf(files), releases, set);
      assert.deepEqual(JSON.parse(generated.head), JSON.parse(files.head));
      assert.deepEqual(rowsIn(generated.fields), rowsIn(files.fields));
    });
  }

  it("equal those in the files of Gateway API's module", () => {
    const read = readdirSync(new URL('fixtures/gateway-api/', import.meta.url)).flatMap((file) =>
      definitionFactsIn(readFileSync(new URL(`fixtures/gateway-api/${file}`, import.meta.url), 'utf8'), file),
    );
    const known = releasesOf(filesOfSet('gateway-api')).get('standard')?.get('v1.6.1') ?? [];
    assert.ok(read.length > 0);
    for (const { kind, common, versions, schemas } of read) {
      const fact = known.find((definitionFacts) => definitionFacts.kind === kind);
      // The facts of this set omit the conversion, which its files leave to the default.
      const { conversion, ...names } = common;
      assert.deepEqual([names, conversion, versions], [fact?.common, 'None', fact?.versions]);
      assert.deepEqual(schemas, fact?.schemas);
    }
  });

  it('show when a field was introduced, changed and removed', () => {
    const definition = (spec: string, required = '[]') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  names: { kind: Lamp, plural: lamps, singular: lamp, listKind: LampList }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, required: ${required}, properties: { ${spec} } } } } }
`;
    const releases = [
      ['v1', definition('a: { type: string }')],
      ['v2', definition('a: { type: string }, b: { type: integer, format: int32, maximum: 9 }')],
      ['v3', definition('b: { type: integer, format: int32, maximum: 10 }', '[b]')],
    ] as const;
    const set = new Map([
      ['default', new Map(releases.map(([name, text]) => [name, definitionFactsIn(text, 'a.yaml')]))],
    ]);
    const { fields } = filesOf({ project: 'x', label: 'X', repository: undefined }, ['v1', 'v2', 'v3'], set);
    assert.deepEqual(rowsIn(fields).slice(3), [
      { p: 'spec.a', in: [['v1', 'v2']], t: 'string' },
      {
        p: 'spec.b',
        in: [['v2', null]],
        t: 'integer/int32',
        r: {
          changes: [
            ['v2', null],
            ['v3', 1],
          ],
        },
        max: {
          changes: [
            ['v2', 9],
            ['v3', 10],
          ],
        },
      },
    ]);
  });
});
