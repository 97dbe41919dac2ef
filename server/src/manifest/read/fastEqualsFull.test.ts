import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { notRun } from '../../../../test/harness/notRun.ts';
import { packedLines } from '../../../../test/harness/recordings.ts';
import { exactly } from '../../../../test/support/canonical.ts';
import { mutatedText, yamlText } from '../../../../test/support/yamlText.ts';
import awkward from './fixtures/awkward.json' with { type: 'json' };
import { isPlainText, readFast } from './readFast.ts';
import { readFull } from './readFull.ts';
import { splitDocuments } from './splitDocuments.ts';

/** Reads every document on both paths; returns how many the fast one took. */
function compare(text: string): { readonly documents: number; readonly fast: number } {
  const padded = text.endsWith('\n') ? text : `${text}\n`;
  let fast = 0;
  const chunks = splitDocuments(padded);
  for (const { start, end } of chunks) {
    const read = isPlainText(padded.slice(start, end)) ? readFast(padded, start, end) : undefined;
    if (read === undefined) continue;
    const full = readFull(padded, start, end);
    if (read.root === undefined) {
      assert.notDeepEqual(full.problems, [], `it is read although {{ stands at ${read.braces}`);
      continue;
    }
    fast++;
    assert.deepEqual(full.problems, []);
    assert.equal(exactly(read.root), exactly(full.root));
  }
  return { documents: chunks.length, fast };
}

describe('the fast reader gives the same result as the yaml package', () => {
  it('on awkward documents', () => {
    for (const { text } of awkward) compare(text);
  });
  it('on comments between brackets', () => {
    for (const text of [
      'a: [ # one\n  x, # two\n# three\n  y\n  # four\n]\n',
      'a: { # one\n  x: # two\n    1, # three\n  "y": z }\n',
      'a:\n  [\r\n    # one: {\r\n    "x"\r\n    # two\r\n    , y\r\n  ]\r\n',
    ]) {
      assert.deepEqual(compare(text), { documents: 1, fast: 1 }, text);
    }
    for (const text of ['a: [#x]\n', 'a: [x,#y\n  z]\n', 'a: ["x"#y\n]\n', 'a: [x # y\n]\n', 'a: [\n  # x'])
      compare(text);
  });
  it('on generated documents', () => {
    let fast = 0;
    fc.assert(
      fc.property(yamlText, (text) => {
        fast += compare(text).fast;
      }),
      { numRuns: 1500, seed: 7 },
    );
    assert.ok(fast > 300, `only ${fast} took the fast path`);
  });
  it('on generated documents with random changes', () => {
    let fast = 0;
    fc.assert(
      fc.property(mutatedText, (text) => {
        fast += compare(text).fast;
      }),
      { numRuns: 1500, seed: 7 },
    );
    assert.ok(fast > 50, `only ${fast} took the fast path`);
  });

  /** One of so many recorded documents is read: many are changed forms of others. */
  const oneOf = 4;
  for (const set of ['manifests', 'mutations', 'full-objects']) {
    it(`on the recorded ${set}, nearly always`, function () {
      const file = new URL(`../../../../../shared/conformance/${set}.jsonl.gz`, import.meta.url);
      if (!existsSync(file)) notRun(this, 'the recorded documents are not on this machine');
      const lines = packedLines(file);
      let documents = 0;
      let fast = 0;
      for (const [index, line] of lines.entries()) {
        if (index % oneOf !== 0) continue;
        const compared = compare(textOf(JSON.parse(line)));
        documents += compared.documents;
        fast += compared.fast;
      }
      assert.ok(fast / documents > 0.93, `${fast} of ${documents}`);
    });
  }
});

function textOf(line: unknown): string {
  assert.ok(typeof line === 'object' && line !== null && 'text' in line && typeof line.text === 'string');
  return line.text;
}
