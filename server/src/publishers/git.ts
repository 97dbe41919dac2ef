import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { programOnPath, runToolForBytes } from '../workspace/programs/externalTool.ts';
import type { FetchOptions, Publisher } from './fetching.ts';
import { isLoopback } from './http.ts';
import { SourceProblem } from './problem.ts';
import { Collection, maxBytesOfFile } from './published.ts';
import type { Source } from './source.ts';
import { newestOf } from './versions.ts';

/** The limit of a temporary repository on the disk. */
const maxBytes = 1024 * 1024 * 1024;
const maxOutput = 256 * 1024 * 1024;

/**
 * A git repository at a tag, a branch or a commit, by the user's git. Neither hooks nor submodules are used, and only
 * the protocol of the URL is allowed. There is no work tree, so that nothing of the repository can run.
 */
export const gitPublisher: Publisher = {
  async fetch(source, version, fetching) {
    const ref = version ?? newestOf(await tagsOf(source, fetching));
    if (ref === undefined) {
      throw new SourceProblem(
        `${source.at} has no tag that is a version`,
        'name a tag, branch or commit after @',
        'missing',
      );
    }
    return withRepository(source, fetching, async (git) => {
      const commit = await fetchRef(git, source, ref);
      const listed = await git(['ls-tree', '-r', '-z', '--full-tree', commit]);
      const collection = new Collection(source.path);
      const blobs = listed
        .toString('utf8')
        .split('\0')
        .flatMap((line) => {
          // Symbolic links and submodules have other modes.
          const found = /^100(?:644|755) blob ([0-9a-f]+)\t(.+)$/s.exec(line);
          const name = found?.[2] ?? '';
          return found !== null && collection.isWanted(name) ? [{ id: found[1] ?? '', name }] : [];
        });
      if (blobs.length > 20_000) {
        throw new SourceProblem('the repository has too many files', 'name a folder: git:URL//FOLDER@REF');
      }
      await readBlobs(git, commit, blobs, collection);
      return { version: ref, resolved: `git:${source.at}@${commit}`, files: collection.files };
    });
  },
  async newest(source, current, fetching) {
    // A branch or a commit has no newer name.
    const prefix = /^[0-9a-f]{40}$/.test(current) ? undefined : /^(.*?)v?\d/.exec(current)?.[1];
    return prefix === undefined ? undefined : newestTag(await tagsOf(source, fetching), prefix, current);
  },
};

/** The newest of the tags with a prefix, such as `chart-` in `chart-v1.2.0`. */
export function newestTag(tags: readonly string[], prefix: string, current: string | undefined): string | undefined {
  const versions = tags.flatMap((tag) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : []));
  const newest = newestOf(versions, current?.slice(prefix.length));
  return newest === undefined ? undefined : prefix + newest;
}

/** The tags of a repository. Throws a {@link SourceProblem} if it cannot be read. */
export async function tagsOf(source: Source, fetching: FetchOptions): Promise<readonly string[]> {
  return withRepository(source, fetching, async (git) => {
    const listed = await git(['ls-remote', '--tags', '--refs', '--', urlOf(source, fetching)]);
    return listed
      .toString('utf8')
      .split('\n')
      .flatMap((line) => /\trefs\/tags\/(.+)$/.exec(line)?.[1] ?? []);
  });
}

type Git = (args: readonly string[], input?: string) => Promise<Buffer>;

/** Calls a function with a temporary, bare repository whose origin is the source. */
async function withRepository<T>(source: Source, fetching: FetchOptions, run: (git: Git) => Promise<T>): Promise<T> {
  const program = programOnPath('git', fetching.env['PATH']);
  if (program === undefined) throw new SourceProblem('git cannot be found', 'install git, or name another source');
  const url = urlOf(source, fetching);
  const home = mkdtempSync(join(tmpdir(), 'kubecompat-git-'));
  const git: Git = (args, input) =>
    runGit({
      program,
      args,
      input,
      home,
      url,
      env: environment(fetching.env, url, home),
      milliseconds: fetching.milliseconds,
    });
  try {
    await git(['init', '--quiet', '--bare', '--template=', home]);
    await git(['config', 'remote.origin.url', url]);
    return await run(git);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The URL for git; for a folder, the absolute path. Throws a {@link SourceProblem} for an unsafe protocol. */
function urlOf({ at }: Source, { folder }: FetchOptions): string {
  const protocol = protocolOf(at);
  if (protocol === 'file') return at.startsWith('file:') ? at : resolve(folder, at);
  if (protocol === 'https' || protocol === 'ssh') return at;
  if (protocol === 'http' && URL.canParse(at) && isLoopback(new URL(at).hostname)) return at;
  throw new SourceProblem(`${at} has an unsupported protocol`, 'name a URL with https:// or ssh://, or a folder');
}

function protocolOf(at: string): string {
  const written = /^([a-z][a-z0-9+.-]*):(?:\/\/|:)/i.exec(at)?.[1];
  if (written !== undefined) return written.toLowerCase();
  if (/^[A-Za-z]:[\\/]/.test(at)) return 'file';
  return /^[^/:]+:[^/]/.test(at) || /^[^/:]+@[^/:]+:/.test(at) ? 'ssh' : 'file';
}

/** The environment of git: no prompts, only the protocol of the URL, and only the repository at `home`. */
function environment(env: NodeJS.ProcessEnv, url: string, home: string): Readonly<Record<string, string>> {
  const inherited = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^GIT_(?!SSH|SSL|PROXY)/.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(inherited),
    // With `safe.bareRepository=explicit`, git does not look for a bare repository itself.
    GIT_DIR: home,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_ALLOW_PROTOCOL: protocolOf(url),
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_SSH_COMMAND: env['GIT_SSH_COMMAND'] ?? 'ssh -o BatchMode=yes',
    LC_ALL: 'C',
  };
}

/** Fetches one commit, without blobs if the server supports that, and returns its hash. */
async function fetchRef(git: Git, { at }: Source, ref: string): Promise<string> {
  if (!/^[\w][\w./+-]*$/.test(ref) || ref.includes('..')) {
    throw new SourceProblem(`"${ref}" is not the name of a tag, branch or commit`, 'check the spelling');
  }
  const names = /^[0-9a-f]{40}$/.test(ref) ? [ref] : [`refs/tags/${ref}`, `refs/heads/${ref}`];
  let last: SourceProblem | undefined;
  for (const name of names) {
    try {
      await git([
        'fetch',
        '--quiet',
        '--depth=1',
        '--no-tags',
        '--no-recurse-submodules',
        '--filter=blob:none',
        'origin',
        name,
      ]);
      return (await git(['rev-parse', '--verify', 'FETCH_HEAD^{commit}'])).toString('utf8').trim();
    } catch (thrown) {
      if (!(thrown instanceof SourceProblem)) throw thrown;
      last = thrown;
      if (thrown.reason !== 'missing') break;
    }
  }
  if (last?.reason !== 'missing') throw last ?? new Error('no name was requested');
  throw new SourceProblem(`${at} has no tag, branch or commit ${ref}`, `see git ls-remote ${at}`, 'missing');
}

interface Blob {
  readonly id: string;
  readonly name: string;
}

/** Reads blobs, after fetching the missing ones with one request. */
async function readBlobs(git: Git, commit: string, blobs: readonly Blob[], collection: Collection): Promise<void> {
  const listed = await git(['rev-list', '--objects', '--no-object-names', '--missing=print', commit]);
  const absent = new Set([...listed.toString('latin1').matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id = '']) => id));
  const wanted = [...new Set(blobs.map(({ id }) => id))].filter((id) => absent.has(id));
  if (wanted.length > 0) {
    // git itself would fetch the missing blobs of a partial clone one by one.
    const noCommits = ['-c', 'fetch.negotiationAlgorithm=noop'];
    const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--filter=blob:none'];
    await git([...noCommits, 'fetch', ...quiet, '--stdin', 'origin'], wanted.map((id) => `${id}\n`).join(''));
  }
  const out = await git(['cat-file', '--batch'], blobs.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  for (const { name } of blobs) {
    const end = out.indexOf(10, at);
    const head = /^[0-9a-f]+ blob (\d+)$/.exec(out.toString('utf8', at, Math.max(at, end)));
    if (head === null) throw new SourceProblem(`git did not return ${name}`, 'try again');
    const size = Number(head[1]);
    if (size <= maxBytesOfFile) collection.take(name, out.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
}

const safeSettings = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'protocol.allow=never',
  '-c',
  'gc.auto=0',
];

/** A run of git in the repository at `home`. */
interface GitRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly input: string | undefined;
  readonly home: string;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly milliseconds: number;
}

async function runGit({ program, args, input = '', home, url, env, milliseconds }: GitRun): Promise<Buffer> {
  const tooLarge = new AbortController();
  const watch = setInterval(() => {
    if (sizeOf(join(home, 'objects', 'pack')) > maxBytes) tooLarge.abort();
  }, 500);
  const max = { ms: milliseconds, bytes: maxOutput };
  const tool = { program, args: [...safeSettings, ...args], cwd: home, env, input, max, signal: tooLarge.signal };
  const result = await runToolForBytes(tool);
  clearInterval(watch);
  if (result.ok) return result.output;
  if (result.reason === 'refused') throw refusal(result.message, url);
  throw tooLarge.signal.aborted
    ? new SourceProblem(`${url} is larger than 1 GB`, 'name another source, or download it and add the folder')
    : new SourceProblem(
        `git ${result.message} (${url})`,
        'try again, raise --timeout, or name a folder: git:URL//FOLDER@REF',
      );
}

function refusal(output: string, url: string): SourceProblem {
  const line =
    output
      .trim()
      .split('\n')
      .findLast((candidate) => /^(?:fatal|error|remote):/.test(candidate)) ?? output.trim();
  if (/couldn't find remote ref|not our ref|no such ref/i.test(output)) return new SourceProblem(line, '', 'missing');
  return new SourceProblem(`git cannot fetch from ${url}: ${line}`, 'check the URL, and whether git can read it');
}

function sizeOf(folder: string): number {
  try {
    return readdirSync(folder).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}
