import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../text/edit.ts';
import { lineEdits } from './lineEdits.ts';

describe('lineEdits', () => {
  it('turns any text into any other', () => {
    const text = fc.array(fc.constantFrom('a', 'b: 1', '- c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(applyEdits(before, lineEdits(before, after)), after);
      }),
    );
  });

  it('touches only the lines that change', () => {
    const edits = lineEdits('a\nb\nc\nd\n', 'a\nB\nc\nD\n');
    assert.deepEqual(edits, [
      { span: { start: 2, end: 4 }, newText: 'B\n' },
      { span: { start: 6, end: 8 }, newText: 'D\n' },
    ]);
  });

  it('is empty for equal texts', () => {
    assert.deepEqual(lineEdits('a\n', 'a\n'), []);
  });
});
