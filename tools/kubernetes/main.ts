/**
 * `npm run kubernetes -- 1.37.1` derives the facts of a release of Kubernetes and writes them into `server/data`;
 * `--compare` only prints the changes; `--replay` removes the release from a
 * copy and adds it again. Go is only needed for this.
 */
import { join } from 'node:path';
import { finishAtomicWrite, writeAtomically } from './atomicWrite.ts';
import { cacheFolder } from './cacheFolder.ts';
import { compareTables, comparisonText } from './compare.ts';
import { assertNoContradictions } from './contradictions.ts';
import { decide } from './decisions.ts';
import { gather } from './gather.ts';
import { goVersion, StepFailed } from './go.ts';
import { addRelease, type DeriveRelease } from './merge/addRelease.ts';
import { fetchModules, findReleases } from './modules.ts';
import { oldestRenewed, releasePosition } from './order.ts';
import { parseRelease, type Release } from './release.ts';
import { replay, replayText } from './replay.ts';
import { lockFolder } from './runLock.ts';
import { Steps } from './steps.ts';
import { changedFiles, dataFolder, readTables, releasesRead, type Tables, writeCopy } from './tables.ts';

const usage = `usage: npm run kubernetes -- VERSION [--compare | --replay]
       npm run kubernetes -- --look

Derives the facts of a Kubernetes release into server/data/facts. Needs Go.

  --compare  print what would change, and write nothing
  --replay   derive a release again that the facts have, and compare
  --look     list the releases that the facts do not have yet`;

const knownOptions = new Set(['--compare', '--replay', '--look', '--help']);

const facts = join(dataFolder, 'facts');

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepFailed || error instanceof RangeError || error instanceof TypeError)) throw error;
  console.error(`${error.message}\nNothing was written. Call the command again to go on from here.`);
  process.exitCode = 1;
}

function main(args: readonly string[]): number {
  const options = new Set(args.filter((arg) => arg.startsWith('--')));
  const [version, ...others] = args.filter((arg) => !arg.startsWith('--'));
  // A mistyped --compare would write.
  if ([...options].some((option) => !knownOptions.has(option))) throw new StepFailed(usage);
  if (options.has('--help')) {
    console.log(usage);
    return 0;
  }
  if (goVersion() === undefined)
    throw new StepFailed(
      'This command runs the code of Kubernetes and needs Go (go.dev) on the PATH; nothing else here does.',
    );
  if (options.has('--look')) return listNewReleases(readTables(facts));
  const release = parseRelease(version ?? '');
  if (release === undefined || others.length > 0) throw new StepFailed(usage);
  lockFolder(cacheFolder());
  for (const name of finishAtomicWrite(dataFolder))
    console.error(`server/data/${name}: written for the run that was ended`);
  const tables = readTables(facts);
  if (options.has('--replay')) return replayed(release, tables);
  return add(release, tables, !options.has('--compare'));
}

/** Prints the releases that the facts do not know yet, one a line; a workflow runs the command for each. */
function listNewReleases(tables: Tables): number {
  for (const release of findReleases(releasesRead(tables), oldestRenewed(tables), cacheFolder()))
    console.log(release.version);
  return 0;
}

function derive(release: Release, tables: Tables, measuresDropped: boolean) {
  const folder = join(cacheFolder(), release.version);
  const steps = new Steps(join(folder, 'steps'), (line) => console.error(line));
  const modules = fetchModules(release, folder);
  const gathering = { release, modules, tables, steps, folder, measuresDropped };
  const found = gather(gathering);
  assertNoContradictions({ ...gathering, found });
  return { ...gathering, found };
}

/** Adds a release and says what it changes; writes nothing if it is only to be compared. */
function add(release: Release, known: Tables, writes: boolean): number {
  const { tables, later } = releasePosition(release, known);
  const derived: ReturnType<typeof derive>[] = [];
  const deriving: DeriveRelease = (...args) => {
    const derivation = derive(...args);
    derived.push(derivation);
    return derivation.found;
  };
  const merged = addRelease(tables, release, known, deriving);
  // The facts of the next minor are based on the release before it.
  const whole = later.reduce((state, next) => addRelease(state, next, known, deriving), merged);
  console.log(comparisonText(compareTables(known, whole, release.minorText)));
  if (!writes) return 0;
  const [first] = derived;
  if (first === undefined) throw new RangeError(`${release.version} was not derived`);
  const decisions = decide({ ...first, known, merged });
  const changed = changedFiles(whole, facts);
  const files = new Map<string, string | Buffer>([...changed].map(([name, content]) => [`facts/${name}`, content]));
  // With the facts, as the next run finds nothing to be decided about a release that they are from.
  if (decisions.text !== undefined) files.set(`decisions/${release.minorText}.json`, decisions.text);
  writeAtomically(dataFolder, files);
  console.log(
    changed.size === 0
      ? 'server/data/facts: nothing changed'
      : `server/data/facts: wrote ${[...changed.keys()].join(', ')}`,
  );
  console.log(decisions.summary);
  return 0;
}

/**
 * Removes a release from a copy of the facts and adds it again, with all later ones. The copy is beside the results of
 * the steps; the exit code is 1 if a file differs.
 */
function replayed(release: Release, known: Tables): number {
  const { again, replay: result } = replay(
    release,
    known,
    (next, tables, measures) => derive(next, tables, measures).found,
  );
  const copy = join(cacheFolder(), release.version, 'replayed');
  writeCopy(again, facts, copy);
  console.log(replayText(result));
  console.log(`The copy: ${copy}`);
  return result.files.some(({ result: outcome }) => outcome === 'different') ? 1 : 0;
}
