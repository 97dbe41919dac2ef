/*
 * Compares the findings with the output of record.ts: npx tsx test/recorded/applies/score.ts IN.jsonl.gz ... [--show N]
 * For applies and puts: refused by the server and found, accepted by the server and refused here, for each setting.
 */

import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { resolveFlags } from '../../harness/recorded.ts';
import { packedLines } from '../../harness/recordings.ts';
import type { KeptAnswer } from '../asking.ts';
import { type AskedOperation, refusalsOf } from './refusals.ts';

interface Head {
  readonly binary: string;
  readonly flags: readonly string[];
  readonly definitions?: readonly object[];
}

interface Row {
  readonly manifest: object;
  readonly stored: object;
  readonly next?: object;
  readonly apply: KeptAnswer;
  readonly update: KeptAnswer;
}

const operations: readonly AskedOperation[] = ['apply', 'update'];
const at = process.argv.indexOf('--show');
const shown = at < 0 ? 0 : Number(process.argv[at + 1]);

for (const file of process.argv.slice(2, at < 0 ? undefined : at)) {
  const [head = '', ...lines] = packedLines(file);
  const { binary, flags, definitions = [] }: Head = JSON.parse(head);
  const resolution = resolveFlags(binary, flags);
  if (!resolution.ok) throw new Error(`${binary} ${flags.join(' ')} does not start`);
  process.stdout.write(`${binary} ${flags.join(' ')}: ${lines.length} rows\n`);
  const surface = withDefinitionsOf(
    resolution.surface,
    definitions.map((definition) => JSON.stringify(definition)).join('\n---\n'),
  );
  for (const operation of operations) scoreOf(lines, operation, surface);
}

function scoreOf(lines: readonly string[], operation: AskedOperation, surface: ApiSurface): void {
  const [missed, wrong]: [string[], string[]] = [[], []];
  let [refused, accepted] = [0, 0];
  for (const line of lines) {
    const row: Row = JSON.parse(line);
    const answer = row[operation];
    const isRefused = answer.status === 422 || answer.status === 400;
    // Other answers depend on other objects, or are failures of the server.
    if (!isRefused && answer.status !== 200) continue;
    const found = refusalsOf(row, operation, surface);
    if (isRefused) refused += 1;
    else accepted += 1;
    if (isRefused && found.length === 0)
      missed.push(`${answer.message ?? ''}\n    ${JSON.stringify(row.next ?? row.manifest)}`);
    if (!isRefused && found.length > 0) {
      const reported = found.map(({ path, message }) => `${path}: ${message}`).join(' | ');
      wrong.push(`${reported}\n    ${JSON.stringify(row.stored)}\n    ${JSON.stringify(row.next ?? row.manifest)}`);
    }
  }
  const share = ((100 * (refused - missed.length)) / refused).toFixed(2);
  process.stdout.write(`  ${operation}: ${refused - missed.length} of ${refused} refused ones found (${share} %), `);
  process.stdout.write(`${wrong.length} of ${accepted} accepted ones refused here\n`);
  for (const each of wrong.slice(0, shown)) process.stdout.write(`  false: ${each}\n`);
  for (const each of missed.slice(0, shown)) process.stdout.write(`  missed: ${each}\n`);
}
