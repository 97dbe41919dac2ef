import assert from 'node:assert/strict';
import { wordSearch } from './wordSearch.ts';

describe('wordSearch', () => {
  it('finds any of the words, as they are written', () => {
    const search = wordSearch(['toolkit.fluxcd.io', 'a/b[]', 'a/b[]']);
    assert.deepEqual(['x: kustomize.toolkit.fluxcd.io/v1', 'toolkitXfluxcd.io', 'a/b[]', 'a/b', ''].map(search), [
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it('finds none of no words', () => {
    assert.equal(wordSearch([])('text'), false);
  });
});
