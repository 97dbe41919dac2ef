import assert from 'node:assert/strict';
import { readManifest } from './readManifest.ts';

/** The start of a document's problem. */
function reportedText(text: string): string {
  const [problem] = readManifest(text).documents.flatMap(({ problems }) => problems);
  assert.ok(problem !== undefined);
  return text.slice(problem.span.start, problem.span.start + 4);
}

describe('unclosed brackets and quotes', () => {
  for (const [what, text, reported] of [
    ['a quoted text', 'a: 1\nb: "cde\nc: d\n', '"cde'],
    ['a quoted text in single quotes', "a: 1\nb: 'cde\nc: d\n\n", "'cde"],
    ['a flow list', 'a: 1\nb: [c, d\n', '[c, '],
    ['a list in a map', 'a: {b: c, d: [e,\n  f\n', '[e,\n'],
  ] as const) {
    it(`is named where it begins: ${what}`, () => assert.equal(reportedText(text), reported));
  }

  it('does not move other errors', () => assert.equal(reportedText('a: 1\n\tb: 2\nc: "d"\n'), '\tb: '));
});
