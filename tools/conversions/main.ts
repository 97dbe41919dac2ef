/**
 * `npm run conversions` asks Kubernetes' own conversion and defaulting code whether conversions keep the meaning, and
 * records the answers for tests. Each pair of an original and its conversion is decoded, defaulted by its own version
 * and compared in the newer version by the program `same` (`tools/kubernetes/go/same`) of a release.
 *
 * - `server/src/conversion/fixtures/`: the `.converted` files and `verdicts.json`, for `verdicts.test.ts`.
 * - `test/recorded/conversions/answers.json.gz`: the verdicts on generated objects, for `conversions.test.ts`. The
 *   objects are not stored: seed and digest reveal a change.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { RecordedConversion } from '../../test/harness/generatedConversions.ts';
import { readRows, writeLines } from '../../test/harness/recordings.ts';
import { cacheFolder } from '../kubernetes/cacheFolder.ts';
import { goVersion, run, StepFailed } from '../kubernetes/go.ts';
import { fetchModules } from '../kubernetes/modules.ts';
import { byVersion, parseRelease, type Release } from '../kubernetes/release.ts';
import { lockFolder } from '../kubernetes/runLock.ts';
import { dataFolder, readTables, releasesRead } from '../kubernetes/tables.ts';
import { buildServerProgram } from '../kubernetes/workspace.ts';
import { comparePairs, type ManifestPair, type SameProgram } from './comparePairs.ts';
import { fixtureVerdicts } from './fixtures.ts';
import { generatedVerdicts } from './generatedObjects.ts';

/** The last that reads PodSecurityPolicy, and also the oldest versions of HorizontalPodAutoscaler, PriorityClass and flow control. */
const olderRelease = '1.24.17';

const usage = `usage: npm run conversions -- [--compare] [VERSION ...]

Asks Kubernetes whether conversions keep the meaning, and records the answers. Needs Go.

  VERSION    releases to ask, newest first; each is asked about what those before it cannot read.
             Without any: the newest release of the facts, and ${olderRelease}
  --compare  print what would change, and write nothing`;

const answersFile = new URL('../../test/recorded/conversions/answers.json.gz', import.meta.url);

try {
  main();
} catch (error) {
  if (!(error instanceof StepFailed || error instanceof RangeError || error instanceof TypeError)) throw error;
  console.error(`${error.message}\nNothing was written.`);
  process.exitCode = 1;
}

function main(): void {
  const options = { compare: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const releases = positionals.length === 0 ? defaultReleases() : positionals.map(releaseOf);
  if (goVersion() === undefined)
    throw new StepFailed('This command runs the code of Kubernetes and needs Go (go.dev) on the PATH.');
  lockFolder(cacheFolder());
  const programs = releases.map(sameProgram);
  const compare = (pairs: readonly ManifestPair[]) => comparePairs(pairs, programs);
  const fixtures = fixtureVerdicts(compare);
  const generated = generatedVerdicts(compare, readRows<RecordedConversion>(answersFile));
  for (const change of [...fixtures.changes, ...generated.changes]) console.log(change);
  const changedFiles = [...fixtures.files].filter(([file, content]) => !isContentOf(file, content));
  for (const [file] of changedFiles) console.log(`changed: ${relative('.', fileURLToPath(file))}`);
  console.log(countsOf(generated.verdicts));
  if (values.compare === true) return;
  for (const [file, content] of changedFiles) writeFileSync(file, content);
  writeLines(
    answersFile,
    generated.verdicts.map((row) => JSON.stringify(row)),
  );
}

function releaseOf(version: string): Release {
  const release = parseRelease(version);
  if (release === undefined) throw new StepFailed(usage);
  return release;
}

function defaultReleases(): Release[] {
  const read = [...releasesRead(readTables(join(dataFolder, 'facts'))).values()].map(releaseOf);
  const newest = read
    .filter(({ preview }) => !preview)
    .sort(byVersion)
    .slice(-1);
  return [...newest, releaseOf(olderRelease)];
}

function sameProgram(release: Release): SameProgram {
  const folder = join(cacheFolder(), release.version);
  mkdirSync(folder, { recursive: true });
  const program = buildServerProgram('same', release, fetchModules(release, folder), folder);
  return (pairs) => run(program, [], folder, pairs);
}

function isContentOf(file: URL, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') === content;
  } catch {
    // A new fixture has no converted file.
    return false;
  }
}

function countsOf(verdicts: readonly RecordedConversion[]): string {
  const count = (verdict: RecordedConversion['verdict']) => verdicts.filter((row) => row.verdict === verdict).length;
  return `${verdicts.length} generated objects: ${count('same')} same, ${count('differs')} differ, ${count('unreadable')} of versions that no asked release has`;
}
