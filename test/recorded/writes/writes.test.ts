import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { readSet } from '../../../tools/oracle/sets.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { resolveFlags } from '../../harness/recorded.ts';
import { packedLines } from '../../harness/recordings.ts';
import { withoutPlugins } from '../asking.ts';
import { type WritesRow, ways } from './askWrites.ts';
import { isRefused, refusalsOf } from './verdicts.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const settings = [
  { name: '1.37', file: 'writes@default-8dae08197680.jsonl.gz', flags: [] },
  { name: '1.37 emulating 1.35', file: 'writes@emu-1.35-92e3b125ba98.jsonl.gz', flags: ['--emulated-version=1.35'] },
] as const;

/** The accepted writes that are refused here, at most, and the share of the refused ones that is found, at least. */
const bounds: Readonly<Record<(typeof ways)[number], { readonly wrong: number; readonly found: number }>> = {
  create: { wrong: 0, found: 0.99 },
  newServerSideApply: { wrong: 0, found: 0.98 },
  replace: { wrong: 0, found: 0.98 },
  serverSideApply: { wrong: 0, found: 0.88 },
  unforced: { wrong: 1, found: 0.9 },
  clientSideApply: { wrong: 0, found: 1 },
};

for (const { name, file, flags } of settings) {
  describe(`writes, as kube-apiserver ${name} answered`, () => {
    const rows = readSet<WritesRow>(folder, file) ?? [];
    const resolution = resolveFlags('1.37', [withoutPlugins, ...flags]);
    assert.ok(resolution.ok);
    const definitions = packedLines(new URL('definitions.jsonl.gz', import.meta.url)).join('\n---\n');
    const surface = withDefinitionsOf(resolution.surface, definitions);

    for (const way of ways) {
      it(`agree on ${way}`, () => {
        const counts = { refused: 0, missed: 0, wrong: 0 };
        for (const row of rows) {
          for (const written of row.asked) {
            const answer = isRefused(written[way], way);
            if (answer === undefined) continue;
            const found = refusalsOf(row, written.next ?? row.manifest, way, surface).length > 0;
            if (answer) counts.refused += 1;
            if (answer && !found) counts.missed += 1;
            if (!answer && found) counts.wrong += 1;
          }
        }
        const { wrong, found } = bounds[way];
        assert.ok(counts.refused > 100, JSON.stringify(counts));
        assert.ok(counts.wrong <= wrong, JSON.stringify(counts));
        assert.ok(counts.missed <= (1 - found) * counts.refused, JSON.stringify(counts));
      });
    }
  });
}
