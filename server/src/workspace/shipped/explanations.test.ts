import assert from 'node:assert/strict';
import { checkCodes } from '../../checks/checkCodes.ts';
import { explanationOf } from './explanations.ts';

describe('explanations', () => {
  for (const [code, { consequences }] of checkCodes) {
    it(`have the consequences of ${code}, and how to fix it`, () => {
      const text = explanationOf(code);
      assert.ok(text !== undefined, 'the README of its check names the code in a heading or in a table');
      assert.match(text, new RegExp(`^# ${code}\n\n`));
      const named = /Consequence: (.*)/.exec(text)?.[1] ?? '';
      for (const consequence of consequences)
        assert.ok(named.includes(`\`${consequence}\``), `${consequence}: ${named}`);
      assert.match(text, /^## How to fix$/m);
    });
  }

  it('are in alphabetical order', () => {
    assert.deepEqual([...checkCodes.keys()], [...checkCodes.keys()].sort());
  });

  it('contain only their code if it has a separate part', () => {
    assert.doesNotMatch(explanationOf('template-error') ?? '', /untaken-branch|chart-not-rendered/);
  });

  it('begin with the code if many share a page', () => {
    assert.match(
      explanationOf('crd-bound-loosened') ?? '',
      /^# crd-bound-loosened\n\n\| code .*\n.*\n\| `crd-bound-loosened` /,
    );
  });

  it('do not exist for unknown codes', () => {
    assert.equal(explanationOf('no-such-code'), undefined);
  });
});
