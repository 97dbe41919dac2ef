import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { withCustomKinds } from '../crd/customKinds.ts';
import { definitionList, definitionsIn } from '../crd/definitionList.ts';
import { type Finding, isError } from '../finding.ts';

/** A definition: which of two versions it serves, and the schema of two fields. */
interface Shape {
  readonly path: string;
  readonly versions: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly required: readonly string[];
}

function definition({ versions, fields, required }: Shape): string {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]));
  const schema = { type: 'object', properties: { spec: { type: 'object', properties, required } } };
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'lamps', singular: 'lamp', kind: 'Lamp', listKind: 'LampList' },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
      })),
    },
  });
}

const target = surfaceOf('1.37');

function surfaceWith(shapes: readonly Shape[]): ApiSurface {
  const all = shapes.flatMap((shape) => definitionsIn(definition(shape), shape.path.slice(1), shape.path));
  return withCustomKinds(target, [definitionList(() => all)]);
}

function judged(text: string, surface: ApiSurface): readonly Finding[] {
  const { resources } = analyze(text, inputs('lamp.yaml', [surface], { path: '/samples/lamp.yaml' }));
  return resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings));
}

const keyOf = ({ code, path, span }: Finding): string => `${code} ${path} ${span.start}`;
const isRefused = (findings: readonly Finding[]): boolean => findings.some(isError);

const version = fc.constantFrom('v1', 'v2');
const field = fc.constantFrom('watts', 'colour');
const shape = fc.record({
  versions: fc.uniqueArray(version, { minLength: 1 }),
  fields: fc.dictionary(field, fc.constantFrom('string', 'integer', 'boolean')),
  required: fc.uniqueArray(field, { maxLength: 1 }),
});
const shapes = fc
  .array(shape, { minLength: 2, maxLength: 4 })
  // No two folders are parallel, so any of the definitions may apply.
  .map((all): readonly Shape[] =>
    all.map((shape, index) => ({ ...shape, path: `${'/d'.repeat(index + 1)}/crd.yaml` })),
  );
const lamp = fc
  .record({ version, spec: fc.dictionary(field, fc.constantFrom('red', 5, true)) })
  .map(({ version: objectVersion, spec }) =>
    JSON.stringify({ apiVersion: `example.com/${objectVersion}`, kind: 'Lamp', metadata: { name: 'a' }, spec }),
  );

describe('a resource whose definitions differ', () => {
  it('is valid if one definition accepts it, and has the findings of all if all refuse it', () => {
    fc.assert(
      fc.property(shapes, lamp, (all, text) => {
        const objectVersion = text.includes('/v1') ? 'v1' : 'v2';
        const serving = all.filter(({ versions }) => versions.includes(objectVersion));
        const meant = serving.length > 0 ? serving : all;
        const alone = meant.map((shape) => judged(text, surfaceWith([shape])));
        const together = judged(text, surfaceWith(all));
        assert.equal(isRefused(together), alone.every(isRefused));
        const keys = alone.map((findings) => new Set(findings.map(keyOf)));
        const agreed = new Set([...(keys[0] ?? [])].filter((key) => keys.every((each) => each.has(key))));
        const reported = new Set(together.map(keyOf));
        for (const key of agreed) assert.ok(reported.has(key), key);
        // Findings of only some definitions are reported only if nothing else shows that all of them refuse the
        // resource.
        const partial = together.filter((finding) => !agreed.has(keyOf(finding)));
        assert.ok(
          partial.length === 0 || partial.every(({ why }) => why.includes('All possible definitions of the kind')),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('has the same findings whichever definition is read first', () => {
    fc.assert(
      fc.property(shapes, lamp, (all, text) => {
        const plain = (findings: readonly Finding[]) =>
          findings.map((finding) => ({ ...finding, fixes: finding.fixes() }));
        assert.deepEqual(plain(judged(text, surfaceWith([...all].reverse()))), plain(judged(text, surfaceWith(all))));
      }),
      { numRuns: 100 },
    );
  });
});
