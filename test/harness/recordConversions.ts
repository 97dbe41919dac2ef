/*
 * Asks Kubernetes' own conversion and defaulting code whether generated objects mean the same after a conversion, and
 * writes `test/recorded/conversions/answers.json.gz`:
 *   CONVCHECK=convcheck-of-1.37:convcheck-of-1.24 npx tsx test/harness/recordConversions.ts
 * Later programs are asked about versions that the earlier ones no longer have.
 *
 * `answers.json.gz`: six objects for every pair of versions of every kind, generated from seeds by
 * `test/harness/generatedConversions.ts`, and whether Kubernetes considers the original and the output of
 * `convertDraft` equal. The objects are not stored: seed and digest reveal a change. The answers come from
 * `convcheck`, a program of about 200 lines around Kubernetes' own scheme (`k8s.io/kubernetes/pkg/api/legacyscheme`
 * with apiextensions and apiregistration): it reads lines `{"id", "old", "new"}` with two manifests, decodes both,
 * defaults each by its own version, converts through the hub to the version of the new one and answers `{"id",
 * "same"}`, `{"id", "diff"}` or `{"id", "error"}`. Built from 1.37.1, and from 1.24.17 for versions that were removed
 * since.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  type GeneratedConversion,
  generatedConversions,
  generatedDigest,
  type RecordedConversion,
} from './generatedConversions.ts';

const programs = process.env['CONVCHECK']?.split(':');
if (programs === undefined) throw new Error('CONVCHECK names the programs that compare');

const rows = [...generatedConversions(6)];
const answers = new Map<GeneratedConversion, RecordedConversion['verdict']>();
for (const program of programs)
  ask(
    program,
    rows.filter((row) => (answers.get(row) ?? 'unreadable') === 'unreadable'),
  );
const recorded = rows.map(
  (row): RecordedConversion => ({
    pair: row.pair,
    seed: row.seed,
    digest: generatedDigest(row),
    verdict: answers.get(row) ?? 'unreadable',
  }),
);
writeFileSync(
  new URL('../recorded/conversions/answers.json.gz', import.meta.url),
  gzipSync(recorded.map((row) => JSON.stringify(row)).join('\n')),
);

function ask(program: string, asked: readonly GeneratedConversion[]): void {
  const input = asked
    .map(({ old, converted }, id) => JSON.stringify({ id: String(id), old, new: converted }))
    .join('\n');
  const { stdout } = spawnSync(program, { input: `${input}\n`, encoding: 'utf8', maxBuffer: 1 << 30 });
  for (const line of stdout.split('\n').filter((output) => output !== '')) {
    const { id, same, error }: { id: string; same?: boolean; error?: string } = JSON.parse(line);
    const row = asked[Number(id)];
    if (row !== undefined) answers.set(row, error !== undefined ? 'unreadable' : same === true ? 'same' : 'differs');
  }
}
