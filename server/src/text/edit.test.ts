import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, conflict, offsetBefore, type TextEdit } from './edit.ts';

function edit(start: number, end: number, newText: string): TextEdit {
  return { span: { start, end }, newText };
}

describe('applyEdits', () => {
  it('replaces, inserts and deletes in any order of edits', () => {
    assert.equal(applyEdits('abcdef', [edit(4, 6, ''), edit(0, 1, 'X'), edit(2, 2, '-')]), 'Xb-cd');
  });
  it('counts equal edits once', () => {
    assert.equal(applyEdits('abc', [edit(1, 2, 'X'), edit(1, 2, 'X')]), 'aXc');
  });
  it('applies nothing when two edits conflict', () => {
    assert.equal(applyEdits('abc', [edit(0, 2, 'X'), edit(1, 3, 'Y')]), undefined);
    assert.equal(applyEdits('abc', [edit(1, 1, 'X'), edit(1, 1, 'Y')]), undefined);
  });
  it('applies edits that only touch', () => {
    assert.equal(applyEdits('abc', [edit(0, 1, 'X'), edit(1, 2, 'Y')]), 'XYc');
    assert.equal(conflict(edit(0, 1, 'X'), edit(1, 2, 'Y')), false);
  });
  it('edits a part of a text, and nothing if an edit is outside it', () => {
    assert.equal(applyEdits('abcdef', [edit(2, 3, 'X'), edit(4, 4, '-')], { start: 1, end: 5 }), 'bXd-e');
    assert.equal(applyEdits('abcdef', [edit(0, 2, 'X')], { start: 1, end: 5 }), undefined);
    assert.equal(applyEdits('abcdef', [edit(4, 6, 'X')], { start: 1, end: 5 }), undefined);
  });
  it('keeps every character outside the spans', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.string(), (text, a, b, newText) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        assert.equal(applyEdits(text, [edit(start, end, newText)]), text.slice(0, start) + newText + text.slice(end));
      }),
      { seed: 1 },
    );
  });
});

describe('positions before edits', () => {
  it('are those of the same character, or within the replaced span for new text', () => {
    const edits = fc.uniqueArray(
      fc.record({ at: fc.integer({ min: 0, max: 9 }), removed: fc.integer({ min: 0, max: 3 }), newText: fc.string() }),
      { selector: ({ at }) => at, maxLength: 4 },
    );
    fc.assert(
      fc.property(edits, (found) => {
        const text = Array.from({ length: 50 }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
        const chosen = found.map(({ at, removed, newText }) => ({
          span: { start: at * 5, end: at * 5 + removed },
          newText: newText.replaceAll(/[\u4e00-\u4eff]/g, ''),
        }));
        const after = applyEdits(text, chosen) ?? '';
        for (const [index, character] of [...text].entries()) {
          const now = after.indexOf(character);
          if (now >= 0) assert.equal(offsetBefore(now, chosen), index);
        }
        for (const { span, newText } of chosen) {
          const shift = chosen.reduce(
            (sum, edit) =>
              edit.span.start < span.start ? sum + edit.newText.length - (edit.span.end - edit.span.start) : sum,
            0,
          );
          if (newText !== '') assert.equal(offsetBefore(span.start + shift, chosen), span.start);
        }
      }),
      { seed: 1 },
    );
  });
});
