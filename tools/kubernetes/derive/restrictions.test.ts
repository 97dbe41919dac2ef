import assert from 'node:assert/strict';
import { minor } from '../../../server/src/targets/version.ts';
import type { GoFunction } from './decisions.ts';
import {
  absentCitations,
  fieldsWithoutRule,
  functionsCited,
  tagsWithoutRule,
  unknownWarnings,
} from './restrictions.ts';
import { readShapes } from './shapes.ts';

const file = 'pkg/apis/shop/validation/validation.go';

function functions(...all: readonly Partial<GoFunction>[]): ReadonlyMap<string, GoFunction> {
  const whole = all.map((partial) => ({
    file,
    name: '',
    digest: '',
    immutable: 0,
    frozen: [],
    warnings: [],
    ...partial,
  }));
  return new Map(whole.map((partial) => [`${partial.file} ${partial.name}`, partial]));
}

describe('functions that authored rules cite', () => {
  it('are read from their source', () => {
    assert.deepEqual(
      functionsCited(`${file}, ValidateShop: only once; pkg/registry/shop/strategy.go, ValidateUpdate`),
      [
        { file, name: 'ValidateShop' },
        { file: 'pkg/registry/shop/strategy.go', name: 'ValidateUpdate' },
      ],
    );
    for (const source of [
      'pkg/api/validation/objectmeta.go, Validate in k8s.io/apimachinery',
      'k8s.io/apimachinery pkg/api/validation/objectmeta.go, Validate',
      'staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go, Validate',
    ])
      assert.deepEqual(functionsCited(source), [
        { file: 'k8s.io/apimachinery/pkg/api/validation/objectmeta.go', name: 'Validate' },
      ]);
    assert.deepEqual(functionsCited('Validate*Update of every kind'), []);
  });

  it('are named if a release no longer has them, with the rule, and only for binaries of the rule', () => {
    const table = {
      reviewed: '1.37',
      source: `${file}, Nothing`,
      rules: [
        { kinds: ['shop/Shop'], since: '1.31', source: `${file}, ValidateShop` },
        { kinds: ['shop/Part'], since: '1.31', source: `${file}, ValidatePart` },
        { kinds: ['shop/Old'], since: '1.31', until: '1.36', source: `${file}, ValidateOld` },
        { kinds: ['shop/Other'], since: '1.31', source: 'pkg/elsewhere/validation.go, ValidateOther' },
      ],
    };
    assert.deepEqual(absentCitations('x.json', table, functions({ name: 'shopStrategy.ValidateShop' }), minor(37)), [
      `server/data/authored/x.json (shop/Part): ${file} has no function ValidatePart`,
    ]);
  });
});

describe('immutable fields of a release', () => {
  const table = {
    rules: [
      {
        kinds: ['shop.k8s.io/Shop'],
        paths: [['spec', 'colour']],
        since: '1.31',
        source: `${file}, ValidateShopUpdate`,
      },
      {
        kinds: ['shop.k8s.io/Shop'],
        paths: [['spec', 'size']],
        since: '1.31',
        until: '1.35',
        source: 'ValidateShopUpdate',
      },
    ],
    elsewhere: { 'ValidateShopUpdate Door': 'said by another rule', 'shop ShopSpec door': 'said by another rule' },
  };

  it('need a rule, or a reason for its absence', () => {
    const found = functions({ name: 'ValidateShopUpdate', frozen: ['Colour', 'Size', 'Door', 'Size'] });
    assert.deepEqual(
      fieldsWithoutRule(found, table, minor(37)).map(({ what }) => what),
      [`${file}: ValidateShopUpdate refuses another Size`],
    );
    assert.deepEqual(fieldsWithoutRule(found, table, minor(35)), []);
  });

  it('need a rule if a tag marks them, but not if the tag is not enforced yet', () => {
    const field = (name: string, doc: string) => ({ name, doc, type: 'string' });
    const fields = [
      field('colour', '+k8s:immutable'),
      field('size', 'The size.\n+k8s:update=NoModify'),
      field('door', '+k8s:ifEnabled(Doors)=+k8s:immutable'),
      field('roof', '+k8s:alpha(since: "1.37")=+k8s:immutable'),
    ];
    const shapes = readShapes([
      {
        path: 'k8s.io/api/shop/v1',
        group: 'shop.k8s.io',
        imports: {},
        types: { ShopSpec: { type: 'struct', fields } },
      },
    ]);
    assert.deepEqual(
      tagsWithoutRule(shapes, table, minor(37)).map(({ what }) => what),
      ['k8s.io/api: a tag refuses another shop ShopSpec size'],
    );
  });
});

describe('warnings of a release', () => {
  const warned = (...warnings: readonly string[]) =>
    unknownWarnings(functions({ name: 'warn', warnings }), { elsewhere: { 'shut on %s': 'not said' } }, ours).map(
      ({ what }) => what.slice(what.indexOf('"')),
    );
  const ours = new Map([
    ['a.ts', 'warn(`this is used in $' + '{use}, which can surprise; a label is recommended`)'],
    ['b.json', '{"plugin": "use \\"door\\" instead, it is deprecated"}'],
  ]);

  it('need a text in our sources, even with a template or the path of a field in it', () => {
    assert.deepEqual(
      warned(
        'metadata.name: this is used in names of doors, which can surprise; a label is recommended: %v',
        '%s: use "door" instead, it is deprecated',
        'spec.door is deprecated',
        '%s: %s',
        'the shop is shut on %s',
      ),
      [],
    );
    assert.deepEqual(warned('%s: the roof leaks badly'), ['"%s: the roof leaks badly"']);
  });
});
