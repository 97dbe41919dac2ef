import { homedir } from 'node:os';
import { relative, resolve, sep } from 'node:path';
import { isEntryName, type Lock, type LockEntry } from '../workspace/settings/lockFile.ts';
import { clusterPublisher } from './cluster.ts';
import { definitionsInFiles, type StoredDefinition } from './definitions.ts';
import type { FetchOptions, Publisher } from './fetching.ts';
import { folderPublisher } from './folder.ts';
import { gitPublisher, tagsOf } from './git.ts';
import { goPublisher } from './goModule.ts';
import { helmPublisher } from './helmChart.ts';
import { Http } from './http.ts';
import { npmPublisher } from './npmPackage.ts';
import { ociPublisher } from './ociArtifact.ts';
import { type ActionProblem, attempt, SourceProblem } from './problem.ts';
import { newestTagOf, type Project, projectOf, projects, sourcesOf, tagOf } from './projects.ts';
import { formatSource, nameOfSource, parseSource, type Source, type SourceKind } from './source.ts';
import { openLock, writeEntry } from './store.ts';
import { urlPublisher } from './url.ts';
import { isNewer } from './versions.ts';

// The façade of this folder for definitions; other modules import it lazily.

/** The options of all requests. */
export interface PublishersRequest {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly kubeconfig?: string;
  /** The timeout of each request and of each program. */
  readonly milliseconds: number;
  /** Called before each download, with its name. */
  readonly onFetch?: (what: string) => void;
}

/** The definitions to add. */
export interface AddRequest extends PublishersRequest {
  /** As on a command line. */
  readonly source: string;
  /** The name of the entry; undefined for a name derived from the source. */
  readonly name: string | undefined;
  /** The wanted API groups; empty for all. */
  readonly groups: readonly string[];
}

/** An entry of the lock file that was added, updated or removed. */
export interface AddedSource {
  readonly ok: true;
  readonly name: string;
  readonly entry: LockEntry;
  /** The folder of the lock file, absolute. */
  readonly folder: string;
  /** The previous entry; undefined if it is new. */
  readonly before: LockEntry | undefined;
}

const publishers: Readonly<Record<Exclude<SourceKind, 'project'>, Publisher>> = {
  folder: folderPublisher,
  git: gitPublisher,
  go: goPublisher,
  npm: npmPublisher,
  helm: helmPublisher,
  oci: ociPublisher,
  url: urlPublisher,
  cluster: clusterPublisher,
};

/** The known projects that define kinds of a group; all if undefined. Sends no requests. */
export function projectsWith(group: string | undefined): readonly Project[] {
  return projects.filter(({ groups }) => group === undefined || groups.includes(group));
}

/** Fetches definitions and adds them to the workspace; changes nothing on failure. */
export function addDefinitions(request: AddRequest): Promise<AddedSource | ActionProblem> {
  return attempt(async () => {
    const { folder, lock } = openLock(request.cwd);
    const written = parseSource(request.source);
    const source = relativeToLock(written.source, request.cwd, folder);
    const name = request.name ?? nameOfSource(source);
    if (!isEntryName(name))
      throw new SourceProblem(
        `"${name}" is not a valid folder name`,
        'use letters, digits, dots and dashes: --name=NAME',
      );
    const before = lock.get(name);
    if (before !== undefined && before.source !== formatSource(source)) {
      const remedy = `choose another name with --name, or remove that one first: kubecompat crds remove ${name}`;
      throw new SourceProblem(`there is already ${name}, from ${before.source}`, remedy);
    }
    return fetchAndStore(name, source, written.version, request.groups, request);
  });
}

/** Fetches a newer version of an entry, if there is one; an entry without a version is fetched again. */
export function updateDefinitions(name: string, request: PublishersRequest): Promise<AddedSource | ActionProblem> {
  return attempt(async () => {
    const { folder, lock } = openLock(request.cwd);
    const before = entryIn(lock, name);
    const { source } = parseSource(before.source);
    const fetching = fetchingFor(request, folder);
    request.onFetch?.(formatSource(source));
    const newest = before.version === '' ? undefined : await newestVersion(source, before.version, fetching);
    // A source may not list the current version, such as a pseudo-version of Go or a withdrawn chart.
    const isCurrent = newest !== undefined && (newest === before.version || isNewer(before.version, newest));
    if (isCurrent) return { ok: true, name, entry: before, folder, before };
    const version = newest ?? (before.version === '' ? undefined : before.version);
    return fetchAndStore(name, source, version, before.groups, request);
  });
}

/** Removes definitions from the workspace. */
export function removeDefinitions(name: string, cwd: string): Promise<AddedSource | ActionProblem> {
  return attempt(async () => {
    const open = openLock(cwd);
    const before = entryIn(open.lock, name);
    writeEntry(open, name, undefined, []);
    return { ok: true, name, entry: before, folder: open.folder, before };
  });
}

/** The definitions added to the workspace of a folder. */
export async function listDefinitions(
  cwd: string,
): Promise<{ readonly ok: true; readonly folder: string; readonly lock: Lock } | ActionProblem> {
  return attempt(async () => {
    const { folder, lock } = openLock(cwd);
    return { ok: true, folder, lock };
  });
}

function entryIn(lock: Lock, name: string): LockEntry {
  const entry = lock.get(name);
  if (entry !== undefined) return entry;
  const known = lock.size === 0 ? 'no definitions have been added yet' : `added so far: ${[...lock.keys()].join(', ')}`;
  throw new SourceProblem(`no source named "${name}" was added`, known);
}

/** Makes the path of a source relative to the folder of the lock file instead of the working folder. */
function relativeToLock(source: Source, cwd: string, folder: string): Source {
  const isPath = source.kind === 'folder' || (source.kind === 'git' && /^\.{1,2}(?:\/|$)/.test(source.at));
  if (!isPath) return source;
  const path = relative(folder, resolve(cwd, source.at)).replaceAll(sep, '/');
  return { ...source, at: path === '' ? '.' : source.kind === 'git' && !path.startsWith('.') ? `./${path}` : path };
}

async function fetchAndStore(
  name: string,
  source: Source,
  version: string | undefined,
  groups: readonly string[],
  request: PublishersRequest,
): Promise<AddedSource> {
  const { folder } = openLock(request.cwd);
  request.onFetch?.(formatSource(source) + (version === undefined ? '' : ` ${version}`));
  const published = await fetchVersion(source, version, fetchingFor(request, folder));
  const definitions = definitionsInFiles(published.files, groups);
  // Another run may have changed the lock file in the meantime.
  const open = openLock(request.cwd);
  refuseConflicts(name, definitions, open.lock);
  const entry = {
    source: formatSource(source),
    version: published.version,
    resolved: published.resolved,
    groups: [...groups].sort(),
  };
  const { lock } = writeEntry(open, name, entry, definitions);
  return { ok: true, name, entry: entryIn(lock, name), folder: open.folder, before: open.lock.get(name) };
}

/** Throws a {@link SourceProblem} if another entry defines one of the kinds. */
function refuseConflicts(name: string, definitions: readonly StoredDefinition[], lock: Lock): void {
  for (const [other, { files }] of lock) {
    if (other === name) continue;
    const existing = files.find((file) =>
      definitions.some(({ group, kind }) => file.group === group && file.kind === kind),
    );
    if (existing === undefined) continue;
    const otherGroups = [...new Set(definitions.map(({ group }) => group))].filter((group) => group !== existing.group);
    const flags = otherGroups.map((group) => ` --group=${group}`).join('');
    const alternative = otherGroups.length === 0 ? '' : `, or add only the other groups:${flags}`;
    throw new SourceProblem(
      `${other} has ${existing.kind} of ${existing.group} already`,
      `remove one of them: kubecompat crds remove ${other}${alternative}`,
    );
  }
}

function fetchingFor({ cwd, env, kubeconfig, milliseconds }: PublishersRequest, folder: string): FetchOptions {
  return { http: new Http(milliseconds), milliseconds, folder, cwd, env, home: homedir(), kubeconfig };
}

async function fetchVersion(source: Source, version: string | undefined, fetching: FetchOptions) {
  if (source.kind !== 'project') return publishers[source.kind].fetch(source, version, fetching);
  const project = projectOf(source.at);
  const repository: Source = { kind: 'git', at: project.repository, path: undefined };
  const tags = await tagsOf(repository, fetching);
  const tag = version === undefined ? newestTagOf(project, tags) : tagOf(project, version, tags);
  if (tag === undefined) {
    const newest = newestTagOf(project, tags);
    const remedy = newest === undefined ? `see git ls-remote ${project.repository}` : `the newest is ${newest}`;
    throw new SourceProblem(`${project.label} has no release ${version ?? ''}`.trimEnd(), remedy, 'missing');
  }
  for (const source of sourcesOf(project)) {
    const published = await publishers.git.fetch(source, tag, fetching);
    if (published.files.length > 0) return published;
  }
  throw new SourceProblem(
    `${project.label} ${tag} has no CustomResourceDefinition in ${project.folders.join(' and ')}`,
    `name where they are: git:${project.repository}//FOLDER@${tag} --name=${project.name}`,
    'missing',
  );
}

async function newestVersion(source: Source, current: string, fetching: FetchOptions): Promise<string | undefined> {
  if (source.kind !== 'project') return publishers[source.kind].newest(source, current, fetching);
  const project = projectOf(source.at);
  const repository: Source = { kind: 'git', at: project.repository, path: undefined };
  return newestTagOf(project, await tagsOf(repository, fetching), current);
}
