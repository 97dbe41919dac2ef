import assert from 'node:assert/strict';
import { definitionThatKeepsAll, withDefinitionsOf, withReleasesOf } from '../../../../test/harness/customKinds.ts';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { hasUnknownRules } from '../../judge/unknownRules.ts';
import type { CrdSetPack } from './pack.ts';
import { UnknownRules } from './unknownRules.ts';

function inPart(text: string, surface: ApiSurface): readonly boolean[] {
  return analyze(text, inputs('a.yaml', [surface])).resources.map(hasUnknownRules);
}

const issuer = (spec: string) =>
  `apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: a }\nspec: { ${spec} }\n`;
// In cert-manager, spec.venafi has a rule since v1.21.
const venafi = 'venafi: { zone: a, tpp: { url: "https://a", credentialsRef: { name: a } } }';

describe('unknown rules of definitions', () => {
  it('make the verdict partial if an object uses them', () => {
    const any = withReleasesOf(surfaceOf('1.37'));
    assert.deepEqual(inPart(issuer(venafi), any), [true]);
    assert.deepEqual(inPart(issuer('selfSigned: {}'), any), [false]);
    assert.deepEqual(inPart(issuer('venafi: null, selfSigned: {}'), any), [false]);
  });

  it('depend on the named release', () => {
    const named = (release: string) => withReleasesOf(surfaceOf(`1.37,crds=cert-manager=${release}`));
    assert.deepEqual(inPart(issuer(venafi), named('v1.21')), [true]);
    assert.deepEqual(inPart(issuer(venafi), named('v1.20')), [false]);
  });

  it('do not exist if the definition itself is given', () => {
    const definition = definitionThatKeepsAll('cert-manager.io', 'v1', 'Issuer');
    assert.deepEqual(inPart(issuer(venafi), withReleasesOf(withDefinitionsOf(surfaceOf('1.37'), definition))), [false]);
  });

  it('are found in lists, in maps and by release', () => {
    const pack: CrdSetPack = {
      format: 0,
      name: 'lamps',
      names: ['spec', 'bulbs', '[]', 'labels', '{}', 'new'],
      traits: [
        { t: 'object' },
        { t: 'object', rules: true },
        { t: 'object', rules: { changes: [[1, true]] } },
        { t: 'object', rules: true, in: [[2, -1]] },
      ],
      nodes: [[1], [0, 2, 0], [2], [0, 4, 2], [3], [0, 1, 1, 3, 3, 5, 4], [0, 0, 5]],
      definitions: [],
    };
    const concern = (release: number, spec: string) => {
      const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nspec: ${spec}\n`;
      const [judged] = analyze(text, inputs('a.yaml', [])).resources;
      assert.ok(judged !== undefined);
      return new UnknownRules(pack, release).concern(6, judged.resource.root);
    };
    assert.deepEqual([concern(0, '{ bulbs: [{}] }'), concern(0, '{ bulbs: [] }')], [true, false]);
    assert.deepEqual([concern(0, '{ labels: { a: {} } }'), concern(1, '{ labels: { a: {} } }')], [false, true]);
    assert.deepEqual([concern(1, '{ new: {} }'), concern(2, '{ new: {} }')], [false, true]);
    assert.equal(concern(2, '{ other: {} }'), false);
  });
});
