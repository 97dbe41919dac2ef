/*
 * Records, for each changed definition of projects, whether an error of `crd diff` breaks an object on a
 * kube-apiserver:
 *   npx tsx test/recorded/histories/ask.ts FOLDER KUBE_APISERVER OUT.jsonl.gz [MOST]
 * FOLDER is that of count.ts. For each definition, step and code, the first MOST errors are tried (1 if absent), in a
 * version that both definitions have. Objects are generated from the old schema: an object is stored under the old
 * definition, the definition is changed, and the writes that the change should refuse are sent.
 *
 * In 348 steps between releases up to August 2026, with kube-apiserver 1.37.1 and the first error of each code in each
 * definition, as errors, tried, confirmed: crd-bound-tightened 3955, 112, 84; crd-pattern-changed 1278, 67, 56;
 * crd-none-conversion-loses 1004, 156, 153; crd-rule-added 746, 91, 62; crd-list-type-changed 442, 59, 51;
 * crd-required-added 420, 113, 103; crd-field-removed 261, 79, 71; crd-enum-narrowed 154, 52, 51; crd-default-changed
 * 111, 41, 37; crd-storage-switched-at-once 83, 77, 77; crd-rule-changed 70, 30, 5; crd-version-removed 43, 39, 39;
 * crd-none-conversion-misreads 25, 5, 5; crd-type-changed 21, 10, 6; crd-stored-version-removed 13, 13, 13;
 * crd-version-replaced-at-once 13, 13, 13; crd-kept-fields-pruned 1, 1, 1; all 8675, 958, 827.
 *
 * Of the others, 35 are removed definitions (`gone`, tried once with kube-apiserver 1.37.1: the objects are deleted
 * with the definition, reads and creates answer 404, and the objects do not come back with the definition); 8 removed
 * versions were not tried again. Not confirmed are 54 rules and 39 limits and patterns for which no object was found,
 * or whose updates did not change the required field, and 38 errors of other codes: they are neither proved nor
 * disproved. Errors that turned out to be false are no longer reported: patterns, limits and rules that every earlier
 * value satisfies, validation of versions that are not served, defaults that the storage version fills in equally, and
 * required metadata.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serverPropertiesAt } from '../../../server/src/checks/crd-evolution/serverProperties.ts';
import type { Change } from '../../../server/src/crd/evolution/rule.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { RealServer } from '../../support/realServer.ts';
import { askedFlags } from '../asking.ts';
import { askOf } from './askOf.ts';
import { Installed } from './installed.ts';
import { manifestOf } from './pairs.ts';
import { type Project, releasesOf, type Step, stepsOf } from './releases.ts';

const [folder = '', program = '', out = '', max = '1', only = ''] = process.argv.slice(2);
const projects: readonly Project[] = JSON.parse(readFileSync(new URL('projects.json', import.meta.url), 'utf8'));
const circumstances = serverPropertiesAt(surfaceOf('1.37'));
const rows: string[] = [];
const server = await RealServer.start(program, askedFlags);
let number = 0;
try {
  for (const project of projects) {
    if (!project.name.includes(only)) continue;
    const checkout = join(folder, project.repository.replace('/', '+'));
    const gitDir = [join(checkout, 'repo'), checkout].find((path) => existsSync(join(path, 'HEAD')));
    if (gitDir === undefined) continue;
    for (const step of stepsOf(project, releasesOf(project, gitDir), circumstances)) {
      if (!step.changes.some(({ severity }) => severity === 'error')) continue;
      for (const row of await askAbout(step).catch((error: unknown) => [{ failed: String(error) }])) {
        const { project: of, from, to, name } = step;
        rows.push(JSON.stringify({ project: of, from, to, name, ...row }));
      }
      writeFileSync(out, gzipSync(`${rows.join('\n')}\n`, { level: 6 }));
    }
    process.stdout.write(`${project.name}: ${rows.length} rows so far\n`);
  }
} finally {
  await server.stop();
}

async function askAbout({ before, after, project, to }: Step): Promise<readonly object[]> {
  if (before === undefined || after === undefined) return [];
  number += 1;
  const group = `g${number}.example.com`;
  const pair = { before: manifestOf(before.definition, group), after: manifestOf(after.definition, group) };
  const installed = await Installed.of(server, pair.before);
  if (!(installed instanceof Installed)) return [{ refused: JSON.parse(installed.body).message }];
  try {
    return await askOf(pair, installed, (changes) =>
      firstOfEach(changes.filter(({ severity }) => severity === 'error')),
    );
  } finally {
    await installed.remove();
    process.stdout.write(`  ${project} ${to} ${number}\n`);
  }
}

function firstOfEach(changes: readonly Change[]): readonly Change[] {
  const counts = new Map<string, number>();
  return changes.filter(({ rule: { code } }) => {
    counts.set(code, (counts.get(code) ?? 0) + 1);
    return (counts.get(code) ?? 0) <= Number(max);
  });
}
