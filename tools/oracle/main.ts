/**
 * `npm run oracle -- 1.37.2` compares a real kube-apiserver of a release with Kubecompat for the same settings and
 * documents, and prints the disagreements, the worst first. It builds the server (Go) and needs etcd on the PATH.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatMinor } from '../../server/src/targets/version.ts';
import { withDefinitionsOf } from '../../test/harness/customKinds.ts';
import { resolveFlags } from '../../test/harness/recorded.ts';
import { withoutPlugins } from '../../test/recorded/asking.ts';
import { ServerNotReady } from '../../test/support/realServer.ts';
import { apiServerOf } from '../kubernetes/apiServer.ts';
import { cacheFolder } from '../kubernetes/cacheFolder.ts';
import { goVersion, StepFailed } from '../kubernetes/go.ts';
import { fetchModules } from '../kubernetes/modules.ts';
import { parseRelease, type Release } from '../kubernetes/release.ts';
import { lockFolder } from '../kubernetes/runLock.ts';
import { compareCreate } from './compareCreates.ts';
import { compareSetting } from './compareGrid.ts';
import { compareUpdate } from './compareUpdates.ts';
import { type Disagreement, type DisagreementGroup, grouped, groupsText } from './disagreements.ts';
import { definitionsAsked, documentsOf, sources } from './documents.ts';
import { fixtureText } from './fixture.ts';
import { recordGrid } from './grid.ts';
import { apisKeptByAlpha, isAlpha } from './keptByAlpha.ts';
import { type Oracle, recordCreates, recordUpdates } from './record.ts';
import { assertServerOf } from './serverVersion.ts';
import { documentSettings, gridSettings, randomSettings, type Setting } from './settings.ts';
import { compareStorage, notStored, recordStorage } from './storage.ts';
import { compareWrites, definitionsOfProjects, recordWrites } from './writes.ts';

const parts = ['grid', 'random', 'storage', ...Object.keys(sources), 'updates', 'writes'];
const usage = `usage: npm run oracle -- VERSION [--server PROGRAM] [--only ${parts.join(',')}] [--settings NAME,...] [--seed N] [--changes N] [--random N] [--show N]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    only: { type: 'string', default: parts.join(',') },
    settings: { type: 'string' },
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '2' },
    random: { type: 'string', default: '20' },
    show: { type: 'string', default: '10' },
    help: { type: 'boolean' },
  },
});
const seed = { seed: Number(values.seed), changes: Number(values.changes) };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StepFailed || error instanceof RangeError || error instanceof ServerNotReady)) throw error;
  console.error(`${error.message}\nCall the command again to go on from here.`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const release = parseRelease(positionals[0] ?? '');
  const only = values.only.split(',');
  if (release === undefined || only.some((part) => !parts.includes(part))) throw new StepFailed(usage);
  lockFolder(cacheFolder());
  const folder = join(cacheFolder(), release.version);
  const program = values.server ?? serverOf(release, folder);
  assertServerOf(release.version, program);
  mkdirSync(join(folder, 'oracle'), { recursive: true });
  const oracle: Oracle = {
    release: release.version,
    program,
    folder: join(folder, 'oracle'),
    definitions: definitionsAsked(),
    log: (line) => console.error(line),
  };
  const found = [
    ...(await settingDisagreements(oracle, release, only)),
    ...(only.includes('storage') ? await storageDisagreements(oracle, release) : []),
    ...(await documentDisagreements(oracle, release, only)),
    ...(only.includes('writes') ? await writeDisagreements(oracle, release) : []),
  ];
  const groups = grouped(found);
  console.log(groupsText(groups, Number(values.show)));
  console.log(`${release.version}: ${found.length} disagreements of ${groups.length} kinds`);
  console.log(`Fixtures: ${writeFixtures(groups, join(folder, 'oracle', 'fixtures'))}`);
  return found.length === 0 ? 0 : 1;
}

function serverOf(release: Release, folder: string): string {
  if (goVersion() === undefined)
    throw new StepFailed(
      'No Go (go.dev) on the PATH to build the server with: install it, or name a server with --server.',
    );
  mkdirSync(folder, { recursive: true });
  return apiServerOf(release, fetchModules(release, folder), folder, (line) => console.error(line));
}

function chosen(settings: readonly Setting[]): readonly Setting[] {
  const wanted = values.settings?.split(',');
  return wanted === undefined ? settings : settings.filter(({ name }) => wanted.includes(name));
}

async function settingDisagreements(
  oracle: Oracle,
  release: Release,
  only: readonly string[],
): Promise<readonly Disagreement[]> {
  const generated = only.includes('random') ? randomSettings(release.minor, seed.seed, Number(values.random)) : [];
  const rows = await recordGrid(oracle, [
    ...(only.includes('grid') ? chosen(gridSettings(release.minor)) : []),
    ...generated,
  ]);
  return rows.flatMap((row) => compareSetting(formatMinor(release.minor), row, isAlpha(release.version)));
}

/** Creates an object of every resource with each setting that starts a server, and compares what is in etcd. */
async function storageDisagreements(oracle: Oracle, { minor }: Release): Promise<readonly Disagreement[]> {
  const documents = documentsOf(['recorded', 'fixtures', 'whole'], seed);
  const found: Disagreement[] = [];
  let neverStored: readonly string[] | undefined;
  for (const setting of chosen(gridSettings(minor))) {
    const resolution = resolveFlags(formatMinor(minor), setting.flags);
    if (!resolution.ok) continue;
    const rows = await recordStorage(oracle, setting, documents);
    found.push(...compareStorage(rows, resolution.surface, setting.name));
    const absent = notStored(rows);
    neverStored = neverStored?.filter((resource) => absent.includes(resource)) ?? absent;
  }
  oracle.log(`Resources of which no object was stored: ${neverStored?.join(', ') ?? ''}`);
  return found;
}

async function documentDisagreements(
  oracle: Oracle,
  release: Release,
  only: readonly string[],
): Promise<readonly Disagreement[]> {
  const documents = documentsOf(only, seed);
  const stored = only.includes('updates') ? documentsOf(['recorded', 'custom'], seed) : [];
  const found: Disagreement[] = [];
  const grid = values.settings === undefined ? [] : gridSettings(release.minor);
  const settings = new Map([...grid, ...documentSettings(release.minor)].map((setting) => [setting.name, setting]));
  for (const setting of chosen([...settings.values()])) {
    if (documents.length + stored.length === 0) break;
    const resolution = resolveFlags(formatMinor(release.minor), [withoutPlugins, ...setting.flags]);
    if (!resolution.ok) throw new StepFailed(`${setting.name}: ${resolution.problems[0]?.message ?? ''}`);
    const definitions = oracle.definitions.map((definition) => JSON.stringify(definition)).join('\n---\n');
    const surface = withDefinitionsOf(resolution.surface, definitions);
    // A preview is judged as its release, which does not serve these.
    const kept = isAlpha(release.version) ? apisKeptByAlpha(surface.versions.emulation) : new Set<string>();
    const byId = new Map(
      documents
        .filter(({ apiVersion, kind }) => !kept.has(`${apiVersion} ${kind}`))
        .map((document) => [document.id, document]),
    );
    const answers = documents.length === 0 ? [] : await recordCreates(oracle, setting, documents);
    for (const answer of answers) {
      const document = byId.get(answer.id);
      if (document !== undefined) found.push(...compareCreate(document, answer, surface, setting.name));
    }
    const updates = stored.length === 0 ? [] : await recordUpdates(oracle, setting, stored, seed);
    for (const row of updates)
      if (!kept.has(`${row.manifest['apiVersion']} ${row.manifest['kind']}`))
        found.push(...compareUpdate(row, surface, setting.name));
    console.error(`${setting.name}: ${answers.length} creates, ${updates.length} updates compared`);
  }
  return found;
}

/** Asks about each way of writing stored and new objects. */
async function writeDisagreements(oracle: Oracle, release: Release): Promise<readonly Disagreement[]> {
  const found: Disagreement[] = [];
  const definitions = definitionsOfProjects().map((definition) => JSON.stringify(definition));
  for (const setting of chosen(documentSettings(release.minor))) {
    const resolution = resolveFlags(formatMinor(release.minor), [withoutPlugins, ...setting.flags]);
    if (!resolution.ok) throw new StepFailed(`${setting.name}: ${resolution.problems[0]?.message ?? ''}`);
    const surface = withDefinitionsOf(resolution.surface, definitions.join('\n---\n'));
    const rows = await recordWrites(oracle, setting, seed);
    for (const row of rows) found.push(...compareWrites(row, surface, setting.name));
  }
  return found;
}

/** Writes a fixture for each group with one, into a new folder; returns the folder. */
function writeFixtures(groups: readonly DisagreementGroup[], folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, { rule, about, example }] of groups.entries()) {
    if (example.fixture === undefined) continue;
    const words = `${rule} ${about}`
      .split(/[^A-Za-z0-9]+/)
      .filter(Boolean)
      .join('-')
      .slice(0, 80);
    writeFileSync(join(folder, `${String(index + 1).padStart(3, '0')}-${words}.yaml`), fixtureText(example.fixture));
  }
  return folder;
}
