/**
 * `npm run crds -- NAME --from FOLDER --release RELEASE …` makes or extends the facts of a set of CustomResourceDefinitions
 * by the files in a folder of each release: of a checkout, a Go module or an unpacked chart. `npm run catalog` packs them.
 * Of a project whose kinds an aggregated API server serves, it reads the OpenAPI document of each release instead
 * (`--from openapi.json`), for the kinds of `authored/aggregated-apis.json`.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { object } from '../../server/data/generator/json.ts';
import { type DefinitionFacts, definitionFactsIn } from './definitionFacts.ts';
import { openApiFacts } from './openApiFacts.ts';
import { publicationOf, publishedFiles, readPublications } from './publications.ts';
import { newReleases, refsIn } from './releases.ts';
import { filesOf, namesOf, releasesOf, type SetNames, type SetReleases } from './setFacts.ts';

const usage = `usage: npm run crds -- --look
       npm run crds -- NAME --checkout FOLDER --release RELEASE
       npm run crds -- NAME --from FOLDER --release RELEASE [--from FOLDER --release RELEASE …] [FLAGS]

Makes the facts of a built-in set, or adds releases to them. Then run npm run catalog.

  --look                   list the releases that the sets do not have yet
  --checkout FOLDER        a checkout of the project at the release: its published files are read
  --from FOLDER            the definitions of a release, or the OpenAPI document of an aggregated API server
  --release RELEASE        the release of the --checkout or --from before it
  --channel CHANNEL        the channel of the releases (default: default)
  --leave-out KIND         a kind that the set does not need; may be repeated
  --label LABEL            the name of the project, as people write it
  --repository OWNER/NAME  the repository of the project at GitHub`;

const facts = new URL('../../server/data/facts/crds/', import.meta.url);
const authored = new URL('../../authored/', facts);

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
  console.error(`${error.message}\nNothing was written.`);
  process.exitCode = 1;
}

function main(args: readonly string[]): void {
  const repeated = { type: 'string', multiple: true } as const;
  const single = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      look: { type: 'boolean' },
      help: { type: 'boolean' },
      checkout: single,
      from: repeated,
      release: repeated,
      'leave-out': repeated,
      channel: single,
      label: single,
      repository: single,
    },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  if (values.look === true) {
    listNewReleases();
    return;
  }
  const [name, ...others] = positionals;
  const { release = [], channel = 'default' } = values;
  const published = values.checkout === undefined ? undefined : unpacked(name ?? '', values.checkout);
  const { from = [], 'leave-out': leftOut = [] } = published ?? values;
  if (name === undefined || others.length > 0 || !/^[a-z0-9-]+$/.test(name)) throw new RangeError(usage);
  if (release.length === 0 || from.length !== release.length)
    throw new RangeError(`Each release needs the folder that it is read from.\n${usage}`);
  const known = read(name);
  const names: SetNames = {
    project: name,
    label: values.label ?? known?.names.label ?? name,
    repository: values.repository ?? known?.names.repository,
  };
  const set = new Map([...(known?.set ?? [])].map(([each, releases]) => [each, new Map(releases)]));
  const channelReleases = set.get(channel) ?? new Map<string, readonly DefinitionFacts[]>();
  for (const [index, each] of release.entries()) {
    channelReleases.set(each, definitionsOf(name, from[index] ?? '', leftOut));
  }
  set.set(channel, channelReleases);
  const releases = [...new Set([...(known?.releases ?? []), ...release])];
  const { head, fields } = filesOf(names, releases, set);
  writeFileSync(new URL(`${name}.json`, facts), head);
  writeFileSync(new URL(`${name}-fields.jsonl.gz`, facts), gzipSync(fields, { level: 9 }));
  const kinds = new Set(
    [...channelReleases.values()].flatMap((all) => all.map(({ group, kind }) => `${kind}.${group}`)),
  );
  console.log(`${name}: ${releases.length} releases, ${kinds.size} kinds. Now: npm run catalog`);
}

/**
 * Prints the releases that the sets lack, one per line: the set, the tag or branch, and the repository; to standard
 * error if the installed files of a repository are unknown, for manual addition.
 */
function listNewReleases(): void {
  const sets = readdirSync(facts).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
  const publications = new Map(readPublications(authored).map((publication) => [publication.set, publication]));
  for (const set of sets) {
    const known = read(set);
    const publication = publications.get(set) ?? publicationOf(set, known?.names.repository, known?.releases ?? []);
    if (publication === undefined) continue;
    const published = refsOf(publication.repository);
    // Retry after temporary failures.
    if (published === undefined) console.error(`${set}: ${publication.repository} does not answer`);
    for (const { release, repository } of newReleases(publication, known?.releases ?? [], published ?? [])) {
      if (publication.paths.length > 0) console.log(`${set} ${release} ${repository}`);
      else console.error(`${set} ${release} ${repository}: add it by hand, nothing says which files are installed`);
    }
  }
}

function refsOf(repository: string): readonly string[] | undefined {
  const listed = spawnSync('git', ['ls-remote', '--tags', '--heads', '--refs', repository], {
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 1 << 28,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  });
  return listed.status === 0 ? refsIn(listed.stdout) : undefined;
}

/** A temporary folder with the files that a project installs from a checkout. Throws if there are none. */
function unpacked(name: string, checkout: string): { readonly from: string[]; readonly 'leave-out': string[] } {
  const publication = readPublications(authored).find(({ set }) => set === name);
  if (publication === undefined) throw new RangeError(`Nothing says where ${name} is published; give --from.`);
  const files = publishedFiles(publication, checkout);
  if (files.length === 0)
    throw new RangeError(`${checkout} has none of the files that ${name} installs; where did they move to?`);
  const folder = mkdtempSync(join(tmpdir(), 'crds-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(checkout, file), join(folder, file));
  }
  return { from: [folder], 'leave-out': [...publication.leftOut] };
}

interface Known {
  readonly names: SetNames;
  readonly releases: readonly string[];
  readonly set: SetReleases;
}

function read(name: string): Known | undefined {
  const head = new URL(`${name}.json`, facts);
  if (!existsSync(head)) return undefined;
  const fields = gunzipSync(readFileSync(new URL(`${name}-fields.jsonl.gz`, facts))).toString('utf8');
  const files = { head: readFileSync(head, 'utf8'), fields };
  const set = releasesOf(files);
  return { names: namesOf(files), releases: [...new Set([...set.values()].flatMap((of) => [...of.keys()]))], set };
}

/** The definitions of a release in a folder or an OpenAPI document. Throws if there are none, or two of one kind. */
function definitionsOf(set: string, from: string, leftOut: readonly string[]): readonly DefinitionFacts[] {
  const all = from.endsWith('.json') ? aggregatedKinds(set, from) : definitionsBelow(from, leftOut);
  return all.filter(({ kind }) => !leftOut.includes(kind));
}

function aggregatedKinds(set: string, file: string): readonly DefinitionFacts[] {
  if (!existsSync(file)) throw new RangeError(`There is no file ${file}.`);
  const aggregated = object(JSON.parse(readFileSync(new URL('aggregated-apis.json', authored), 'utf8')));
  const kinds = object(aggregated['sets'])[set];
  if (kinds === undefined) throw new RangeError(`server/data/authored/aggregated-apis.json has no kinds of ${set}.`);
  const found = openApiFacts(JSON.parse(readFileSync(file, 'utf8')), object(kinds));
  if (found.length === 0) throw new RangeError(`${file} has none of the types of ${set}.`);
  return found;
}

/** The definitions of all YAML files in a folder. Throws if there are none, or two of one kind. */
function definitionsBelow(folder: string, leftOut: readonly string[]): readonly DefinitionFacts[] {
  if (!existsSync(folder)) throw new RangeError(`There is no folder ${folder}.`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file) && statSync(join(folder, file)).isFile())
    .sort();
  const found = files.flatMap((file) => definitionFactsIn(readFileSync(join(folder, file), 'utf8'), file));
  const kinds = found.map(({ group, kind }) => `${kind}.${group}`);
  const twice = found.find(({ kind }, index) => !leftOut.includes(kind) && kinds.indexOf(kinds[index] ?? '') < index);
  if (found.length === 0) throw new RangeError(`${folder} has no CustomResourceDefinition.`);
  if (twice !== undefined)
    throw new RangeError(`${folder} has ${twice.kind}.${twice.group} twice: name a folder that is installed as it is.`);
  return found;
}
