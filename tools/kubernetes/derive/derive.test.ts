import assert from 'node:assert/strict';
import type { JsonObject } from '../../../server/data/generator/json.ts';
import { minor } from '../../../server/src/targets/version.ts';
import { binaryFacts } from './binaries.ts';
import { changedFunctions, newExpressionFunctions, newGates, readFunctions } from './decisions.ts';
import { defaultFacts, defaultsObjects } from './defaults.ts';
import { droppedFacts } from './gatedFields.ts';
import { gateFacts } from './gates.ts';
import { shapeChangesOf } from './shapeChanges.ts';

const spec = (version: string, on: boolean) => ({ version, default: on, preRelease: 'Beta', lockToDefault: false });

describe('gates of a release', () => {
  const sources = new Map([
    ['kubernetes', 'const (\n\tA featuregate.Feature = "A"\n)\nvar table = map[x]y{\n\tA: {\n'],
  ]);

  const of = (gate: unknown, list: readonly unknown[] = [], before: readonly JsonObject[] = []) =>
    gateFacts({ list, registered: gate === undefined ? {} : { A: gate }, sources, minor: '1.37', before });

  it('have the components that declare them', () => {
    const gates = of({ specs: [spec('1.37', true)] });
    assert.deepEqual(gates.get('A'), {
      components: ['kubernetes'],
      specs: [spec('1.37', true)],
      dependsOn: [],
      registered: true,
    });
  });

  it('have the versions of the facts if they are registered without versions and have not changed', () => {
    const before = [{ gate: 'A', specs: [spec('1.30', false)] }];
    const specsOf = (on: boolean, rows: readonly JsonObject[]) =>
      of({ specs: [spec('0.0', on)] }, [], rows).get('A')?.specs;
    assert.deepEqual(specsOf(false, before), [spec('1.30', false)]);
    assert.deepEqual(specsOf(true, before), [spec('1.30', false), spec('1.37', true)]);
    assert.deepEqual(specsOf(true, []), [spec('1.37', true)]);
  });

  it('stop the command if the list and the code contradict each other, or if no component declares one', () => {
    const list = [{ name: 'A', versionedSpecs: [spec('1.37', false)] }];
    assert.throws(
      () => of({ specs: [spec('1.37', true)] }, list),
      /A: test\/compatibility_lifecycle\/\S+ has .*, kube-apiserver registers /,
    );
    assert.throws(() => of(undefined, [{ name: 'B', versionedSpecs: [] }]), /no source declares the gates B/);
  });
});

describe('tables of a binary', () => {
  const sources = {
    minor: minor(38),
    versions: {
      registered: { shop: ['v1beta1', 'v1'], other: ['v1', 'v1beta1'], 'meta.k8s.io': ['v1'] },
      storedAs: { 'widgets.shop': 'v1beta1', 'misspelt.shop': 'v1' },
    },
    installed: [
      { group: 'shop', version: 'v1beta1', kind: 'Widget', resource: 'widgets' },
      { group: 'shop', version: 'v1alpha1', kind: 'Widget', resource: 'widgets' },
    ],
    kinds: new Map(),
    lastServed: new Map([
      ['shop/v1beta1/Widget', minor(37)],
      ['shop/v1alpha1/Widget', minor(30)],
    ]),
    emulationFloor: minor(35),
    apiextensions: 'Codecs.LegacyCodec(v1beta1.SchemeGroupVersion, v1.SchemeGroupVersion)',
  };

  it('have the kinds that are still installed, storage overrides of existing resources, and priorities of groups', () => {
    assert.deepEqual(binaryFacts(sources), {
      stillInstalled: ['shop/v1beta1/Widget'],
      storageOverrides: { 'customresourcedefinitions.apiextensions.k8s.io': 'v1beta1', 'widgets.shop': 'v1beta1' },
      groupPriority: { shop: ['v1beta1', 'v1'] },
      registeredVersions: { other: ['v1', 'v1beta1'], shop: ['v1beta1', 'v1'] },
    });
  });

  it('stop the command if the source no longer shows how definitions are stored', () => {
    assert.throws(() => binaryFacts({ ...sources, apiextensions: '' }), /does not say how definitions are stored/);
  });
});

describe('defaults and dropped fields', () => {
  const types = {
    'shop.v1.Widget': { f: { spec: { t: 'shop.v1.Spec' } } },
    'shop.v1.Spec': { f: { size: { t: 'string' }, parts: { t: '[]shop.v1.Part' }, again: { t: 'shop.v1.Spec' } } },
    'shop.v1.Part': { f: { kind: { t: 'string', e: ['A', 'B'] } } },
  };

  it('are derived from objects with every struct and no leaf, for each known case', () => {
    const rows = [{ gvk: 'shop/v1/Widget', minors: ['1.37'], 'filled spec.size=Large': { '-': [] } }];
    assert.deepEqual(
      defaultsObjects(types, new Map([['shop/v1/Widget', 'shop.v1.Widget']]), rows).map(({ id, object }) => [
        id,
        object['spec'],
      ]),
      [
        ['shop/v1/Widget empty', undefined],
        ['shop/v1/Widget filled', { parts: [{}] }],
        ['shop/v1/Widget filled spec.size=Large', { parts: [{}], size: 'Large' }],
      ],
    );
  });

  it('are listed by condition, with what is added and what is not', () => {
    const answers = [
      { id: 'v1/A empty', added: { 'spec.a': 1, 'spec.b': 2, 'spec.t': '2026-11-22T18:41:40Z' } },
      { id: 'v1/A empty spec.kind=B', added: { 'spec.a': 3 } },
    ];
    assert.deepEqual(defaultFacts(answers, new Map()).get('v1/A'), {
      empty: { 'spec.a': 1, 'spec.b': 2, 'spec.t': '1970-01-01T00:00:00Z' },
      'empty spec.kind=B': { '-': ['spec.b', 'spec.t'], 'spec.a': 3 },
    });
    assert.throws(
      () => defaultFacts([{ id: 'v1/A empty', error: 'panic' }], new Map()),
      /defaulting of v1\/A empty: panic/,
    );
  });

  it('are merged from both objects of a kind and all emulated versions', () => {
    const row = (id: string) => ({ gate: 'G', id, path: 'spec.a' });
    assert.deepEqual(
      droppedFacts([
        ['1.37', [row('v1 A first'), row('v1 A last'), { gate: 'G', id: 'v1 A first', path: 'metadata.generation' }]],
        ['1.38', [row('v1 A last')]],
      ]),
      [['G', 'v1 A', 'spec.a', ['1.37', '1.38']]],
    );
  });
});

describe('pairs of versions', () => {
  const kind = (version: string, served: string) => ({
    group: 'shop',
    version,
    kind: 'Widget',
    def: `shop.${version}.Widget`,
    served: [served],
    firstServed: served.split('-')[0],
  });
  const fields = new Map([
    [
      '1.38',
      {
        defs: {
          'shop.v1.Widget': {
            req: ['needed', 'spec'],
            f: {
              spec: { t: 'string' },
              added: { t: 'string' },
              needed: { t: 'string' },
              parts: { t: '[]meta.v1.Part' },
              part: { t: 'meta.v1.Part' },
            },
          },
          'shop.v1beta1.Widget': {
            f: {
              spec: { t: 'string' },
              gone: { t: 'string' },
              parts: { t: '[]shop.v1beta1.OldPart' },
              part: { t: 'string' },
            },
          },
          'meta.v1.Part': { f: { size: { t: 'string' } } },
          'shop.v1beta1.OldPart': { f: { size: { t: 'string' }, weight: { t: 'string' } } },
        },
      },
    ],
  ]);

  it('are compared in each minor that serves both', () => {
    assert.deepEqual(shapeChangesOf([], [kind('v1beta1', '1.37-'), kind('v1', '1.38-')], '1.38', fields), [
      {
        kind: 'Widget',
        from: 'shop/v1beta1',
        to: 'shop/v1',
        both: ['1.38-'],
        comparedIn: '1.38',
        removed: ['gone', 'parts[].weight'],
        added: ['added', 'needed (required)'],
        nowRequired: ['spec'],
        type: [['part', 'string', 'meta.v1.Part']],
      },
    ]);
  });
});

describe('open decisions', () => {
  const functions = (digest: string, immutable: number) =>
    readFunctions([{ file: 'pkg/apis/core/validation/validation.go', name: 'ValidatePod', digest, immutable }]);

  it('name functions that changed, with our files that follow them', () => {
    const ours = new Map([['server/src/checks/invalid/pod.ts', '/** ValidatePod of validation.go */']]);
    const [changed, ...others] = changedFunctions(functions('a', 0), functions('b', 1), ours);
    assert.deepEqual(others, []);
    assert.deepEqual(changed, {
      kind: 'files that refuse other changes',
      what: 'pkg/apis/core/validation/validation.go: ValidatePod changed',
      ours: ['server/src/checks/invalid/pod.ts'],
    });
    assert.deepEqual(changedFunctions(functions('a', 0), functions('a', 0), ours), []);
  });

  it('name gates without a rule, and unlisted functions of expressions', () => {
    assert.equal(newGates([['G', 'v1 A', 'spec.a', ['1.38']]], [], '{"gates": ["G"]}').length, 0);
    // Gates of earlier measurements were already reviewed.
    assert.equal(newGates([['G', 'v1 A', 'spec.a', ['1.38']]], [['G', 'v1 A', 'spec.a', ['1.37']]], '{}').length, 0);
    assert.equal(
      newGates([['H', 'v1 A', 'spec.a', ['1.38']]], [['G']], '{"gates": ["G"]}')[0]?.what,
      'H drops v1 A spec.a and 0 more',
    );
    assert.deepEqual(
      newExpressionFunctions({ '1.37': ['a'], '1.38': ['a', 'b', 'c'] }, '"c"').map(({ what }) => what),
      ['b is new'],
    );
  });
});
