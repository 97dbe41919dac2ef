import assert from 'node:assert/strict';
import { LineSplitter } from './lineSplitter.ts';

function linesOf(pieces: readonly string[], longest = 4): readonly (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  const splitter = new LineSplitter(longest, (line) => lines.push(line));
  for (const piece of pieces) splitter.push(piece);
  splitter.finish();
  return lines;
}

describe('LineSplitter', () => {
  it('returns the same lines for chunks of any size', () => {
    const text = 'ab\n\nabcd\nabcde\nabcdefghij\r\na';
    const expected = ['ab', '', 'abcd', undefined, undefined, 'a'];
    for (let size = 1; size <= text.length; size++) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      );
      assert.deepEqual(linesOf(pieces), expected, `pieces of ${size}`);
    }
  });

  it('returns no line after the last line feed, and reports a last line that is too long', () => {
    assert.deepEqual(linesOf(['a\n']), ['a']);
    assert.deepEqual(linesOf(['a\nabc', 'de']), ['a', undefined]);
    assert.deepEqual(linesOf([]), []);
  });
});
