import assert from 'node:assert/strict';
import { addedPairs, askedPairs, newVersionPairs } from './versionPairs.ts';

const row = (kind: string, from: string, to: string) => ({ kind, from, to, both: ['1.38-'], comparedIn: '1.38' });
const widget = { kind: 'Widget', from: 'shop/v1beta1', to: 'shop/v1' };
const what = 'Widget from shop/v1beta1 to shop/v1';
const same = [{ id: what, same: true }];

describe('pairs of versions that a release adds', () => {
  it('are those that no earlier release compared', () => {
    const before = [row('Gadget', 'shop/v1beta1', 'shop/v1')];
    assert.deepEqual(addedPairs(before, [...before, row('Widget', 'shop/v1beta1', 'shop/v1')]), [widget]);
  });

  it('are compared with whole, minimal and empty objects that differ only in the version', () => {
    const types = {
      'shop.v1beta1.Widget': { f: { spec: { t: 'shop.v1beta1.Spec' } } },
      'shop.v1beta1.Spec': { f: { size: { t: 'string', e: ['small', 'large'] } } },
    };
    const kinds = [{ group: 'shop', version: 'v1beta1', kind: 'Widget', def: 'shop.v1beta1.Widget' }];
    const pairs = askedPairs([widget], kinds, types);
    assert.deepEqual(
      pairs.map(({ id, old }) => [id, JSON.parse(old).spec]),
      [
        [what, { size: 'small' }],
        [what, { size: 'large' }],
        [what, {}],
        [what, undefined],
      ],
    );
    for (const pair of pairs)
      assert.deepEqual({ ...JSON.parse(pair.old), apiVersion: 'shop/v1' }, JSON.parse(pair.new));
    assert.deepEqual(askedPairs([widget], [], types), [], 'a release without the types');
  });

  it('need no decision if the release reads both the same way', () => {
    assert.deepEqual(newVersionPairs([widget], same, { families: [] }), []);
  });

  it('need a decision if an object has another meaning, with the difference', () => {
    const answers = [...same, { id: what, same: false, diff: ['.spec.size: "small" is not "large"'] }];
    assert.deepEqual(newVersionPairs([widget], answers, { families: [] }), [
      {
        kind: 'pairs of versions to convert between',
        what,
        ours: ['server/data/authored/conversions.json'],
        differences: ['.spec.size: "small" is not "large"'],
      },
    ]);
  });

  it('need a decision if they were not compared, the group changes, or a family must name them', () => {
    const asksFor = (...args: Parameters<typeof newVersionPairs>) =>
      newVersionPairs(...args).map((entry) => entry.what);
    assert.deepEqual(asksFor([widget], [], { families: [] }), [what]);
    assert.deepEqual(asksFor([widget], [{ id: what, error: 'no kind' }], { families: [] }), [what]);
    const families = [{ kinds: ['Widget'], versions: { 'shop/v1alpha1': [], 'shop/v1beta1': [] } }];
    assert.deepEqual(asksFor([widget], same, { families }), [what]);
    const moved = { kind: 'Widget', from: 'old/v1', to: 'shop/v1' };
    const id = 'Widget from old/v1 to shop/v1';
    assert.deepEqual(asksFor([moved], [{ id, same: true }], { families: [] }), [id]);
  });
});
