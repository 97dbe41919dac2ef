import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { TextStore } from './textStore.ts';

/** Larger in total than the memory limit. */
const megabyte = 1024 * 1024;
const large = Array.from({ length: 24 }, (_, index) => `${index} é🚀 ${'x'.repeat(megabyte / 2)}`);

describe('stored texts', () => {
  it('are read back unchanged, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(large.length - 1))),
        fc.infiniteStream(fc.nat()),
        (wanted, order) => {
          const kept = new TextStore();
          const texts = [
            ...large,
            ...wanted.map((choice) => (typeof choice === 'string' ? choice : (large[choice] ?? ''))),
          ];
          const fetch = texts.map((text) => kept.store(text));
          const indexes = [
            ...texts.keys(),
            ...Array.from({ length: 30 }, () => (order.next().value ?? 0) % texts.length),
          ];
          for (const index of indexes) assert.ok(fetch[index]?.() === texts[index]);
          // Read between two writes.
          const [keptText, two] = [kept.store('one more'), kept.store('another')];
          assert.deepEqual([two(), keptText()], ['another', 'one more']);
          kept.close();
        },
      ),
      { numRuns: 10 },
    );
  });

  it('are removed when they are closed, without a file left', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-texts-'));
    withTemporaryFolder(folder, () => {
      const kept = new TextStore();
      const fetch = large.map((text) => kept.store(text));
      kept.close();
      assert.throws(() => fetch.at(-1)?.(), /closed/);
    });
    assert.deepEqual(readdirSync(folder), []);
    rmdirSync(folder);
  });

  it('stay in memory if nothing can be written', () => {
    withTemporaryFolder('/nowhere/at/all', () => {
      const kept = new TextStore();
      const fetch = large.map((text) => kept.store(text));
      assert.ok(fetch.every((keptText, index) => keptText() === large[index]));
      kept.close();
    });
  });
});

/** Runs a function with another system folder for temporary files. */
function withTemporaryFolder(folder: string, act: () => void): void {
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    act();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}
