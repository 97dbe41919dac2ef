import assert from 'node:assert/strict';
import { hasRelease, sharedSpans, spansOf, spansText } from './spans.ts';

describe('spans of releases', () => {
  const releases = ['1.8', '1.9', '1.10', '1.11'];

  it('are made of flags, one for each release', () => {
    assert.deepEqual(spansOf([]), []);
    assert.deepEqual(spansOf([true, false, true, true]), [
      [0, 0],
      [2, 3],
    ]);
  });

  it('have the intersection of two lists, which is the same list if the other contains it', () => {
    const all = spansOf([true, true, true, true]);
    assert.deepEqual(sharedSpans([[0, 2]], [[1, 3]]), [[1, 2]]);
    assert.deepEqual(sharedSpans([[0, 0]], [[1, 3]]), []);
    const spans = spansOf([false, true, true, false]);
    assert.equal(sharedSpans(spans, all), spans);
  });

  it('are written without an end if they last', () => {
    assert.equal(
      spansText(
        [
          [0, 1],
          [3, 3],
        ],
        releases,
      ),
      '1.8 – 1.9, 1.11 on',
    );
    assert.equal(spansText([[1, 1]], releases), '1.9');
    assert.equal(spansText([], releases), '');
  });

  it('contain their releases', () => {
    assert.ok(hasRelease([[1, 2]], 2));
    assert.ok(!hasRelease([[1, 2]], 3));
  });
});
