import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayWidth, padToWidth, printable } from '../text/displayWidth.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { excerptOf, readExcerptText, writeExcerptText } from './excerpt.ts';
import { digest, Fingerprints } from './fingerprint.ts';
import { wrap } from './wrap.ts';

/** The excerpt for the position of `marked` in a text. */
function excerptAt(text: string, marked: string) {
  const start = text.indexOf(marked);
  const span = { start, end: start + marked.length };
  return excerptOf(text, { offset: [span.start, span.end], range: new LineIndex(text).range(span) });
}

describe('excerpt', () => {
  it('puts carets under the span', () => {
    assert.deepEqual(excerptAt('a: 1\nkind: Pod\n', 'Pod'), { line: 'kind: Pod', marks: '      ^^^' });
  });

  it('counts terminal cells, not characters', () => {
    assert.deepEqual(excerptAt('名前: 値x\r\n', '値x'), { line: '名前: 値x', marks: '      ^^^' });
    assert.deepEqual(excerptAt('e\u0301: 🚀 b\n', 'b'), { line: 'e\u0301: 🚀 b', marks: '      ^' });
  });

  it('marks at least one cell, and nothing beyond the line', () => {
    assert.deepEqual(excerptAt('a:\nb: 1', ''), { line: 'a:', marks: '^' });
    assert.deepEqual(excerptAt('a: |\n  b\n  c\n', '|\n  b\n  c'), { line: 'a: |', marks: '   ^' });
  });

  it('shows a window of a long line', () => {
    const excerpt = excerptAt(`${'x'.repeat(5000)}HERE${'y'.repeat(5000)}`, 'HERE');
    assert.ok(excerpt !== undefined && excerpt.line.length < 120);
    assert.equal(excerpt.line.slice(excerpt.marks.indexOf('^'), excerpt.marks.length), 'HERE');
    assert.match(excerpt.line, /^….*…$/);
  });

  it('is the same if only the part of the text around it is stored', () => {
    const extent = fc.tuple(fc.nat(400), fc.nat(40));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', 'é', '🚀', '\r\n'), maxLength: 400 }),
        fc.array(extent),
        (text, at) => {
          const lines = new LineIndex(text);
          const ranges = at.map(([from, length]) => {
            const start = Math.min(from, text.length);
            const end = Math.min(start + length, text.length);
            return { offset: [start, end] as const, range: lines.range({ start, end }) };
          });
          const kept = readExcerptText(writeExcerptText(text, ranges));
          for (const shown of ranges) assert.deepEqual(excerptOf(kept, shown), excerptOf(text, shown));
        },
      ),
    );
  });

  it('has its carets under the text in any column', () => {
    const words = fc.string().map((text) => text.replace(/[«\r\n]/g, ''));
    fc.assert(
      fc.property(words, words, words, (before, marked, after) => {
        const text = `${before}\n${before}«${marked}${after}`;
        const start = text.indexOf('«');
        const span = { start, end: start + marked.length + 1 };
        const excerpt = excerptOf(text, { offset: [span.start, span.end], range: new LineIndex(text).range(span) });
        assert.ok(excerpt !== undefined);
        assert.equal(displayWidth(excerpt.line.slice(0, excerpt.line.indexOf('«'))), excerpt.marks.indexOf('^'));
      }),
    );
  });
});

describe('text for terminals', () => {
  it('contains no control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(printable(text), /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
        assert.equal(printable(text).length, text.length);
      }),
    );
  });

  it('is padded to a width in terminal cells', () => {
    assert.equal(padToWidth('値', 4), '値  ');
    assert.equal(padToWidth('long', 2), 'long');
  });

  it('is wrapped between words, without losing any', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,30}$/)), fc.integer({ min: 20, max: 90 }), (words, width) => {
        const lines = wrap(words.join(' '), width);
        assert.deepEqual(lines.join(' '), words.join(' '));
        for (const line of lines) assert.ok(line.length <= width || !line.includes(' '), line);
      }),
    );
  });
});

describe('fingerprint', () => {
  const identity = {
    file: 'a',
    target: 't',
    code: 'c',
    path: 'p',
    apiVersion: 'v1',
    kind: 'K',
    namespace: '',
    name: 'n',
  };

  it('is the same for equal findings of two runs, but not for equal findings of one run', () => {
    const [first, second] = [new Fingerprints(), new Fingerprints()];
    assert.equal(first.of(identity), second.of(identity));
    assert.notEqual(first.of(identity), first.of(identity));
    assert.equal(first.of({ ...identity, path: 'q' }), second.of({ ...identity, path: 'q' }));
  });

  it('has 64 bits, and differs for 20,000 paths', () => {
    const digests = Array.from({ length: 20_000 }, (_, index) => digest(`spec.containers[${index}].image`));
    assert.equal(new Set(digests).size, digests.length);
    for (const fingerprint of digests.slice(0, 20)) assert.match(fingerprint, /^[0-9a-f]{16}$/);
  });
});
