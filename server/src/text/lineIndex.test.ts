import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineIndex } from './lineIndex.ts';

describe('LineIndex', () => {
  it('ends lines at LF, CR LF and a lone CR', () => {
    const index = new LineIndex('a\nb\r\nc\rd');
    assert.equal(index.lineCount, 4);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((line) => index.lineStart(line)),
      [0, 2, 5, 7, undefined],
    );
    assert.deepEqual(index.range({ start: 2, end: 8 }), {
      start: { line: 1, character: 0 },
      end: { line: 3, character: 1 },
    });
  });
  it('counts UTF-16 units', () => {
    assert.deepEqual(new LineIndex('😀x').position(2), { line: 0, character: 2 });
  });
  it('limits offsets to the ends of the text', () => {
    assert.deepEqual(new LineIndex('a\nb').position(-1), { line: 0, character: 0 });
    assert.deepEqual(new LineIndex('a\nb').position(9), { line: 1, character: 1 });
  });
  it('returns positions that lead back to their offset', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '\n', '\r', '\r\n'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(), (value, number) => {
        const offset = number % (value.length + 1);
        const index = new LineIndex(value);
        const { line, character } = index.position(offset);
        assert.equal((index.lineStart(line) ?? 0) + character, offset);
      }),
      { seed: 1 },
    );
  });
});
