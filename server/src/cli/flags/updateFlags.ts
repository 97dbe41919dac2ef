import { resolve } from 'node:path';
import type { OldFiles } from '../../update/oldObjects.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { filesAtRevision } from '../../workspace/programs/gitRevision.ts';
import { type FlagSpec, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

const gitPrefix = 'git:';

/** The flags that say what a server is asked to do with the manifests. */
export const updateFlags: readonly FlagSpec[] = [
  {
    name: 'operation',
    value: 'OPERATION',
    choices: ['create', 'update'],
    help: 'judge a create (default) or an update, which may keep what a create would refuse or drop',
  },
  {
    name: 'old',
    value: 'PATH|git:REF',
    help: 'for an update: the stored objects, in a file or folder, or in the same files at a git revision',
  },
];

/** What the help says about updates. */
export const updateNotes: readonly string[] = [
  'update: an object that --old has (by group, kind, namespace and name) is judged as its update, every other as a',
  '      create. What no update may change, such as selectors, is compared with it (explain immutable-field). Without',
  '      --old, what an update might keep is advice.',
];

/**
 * The stored objects that a command line names; undefined where it judges creates. Throws a {@link UsageError} where
 * they cannot be read.
 */
export function oldFiles(parsed: ParsedArguments, cwd: string): OldFiles | undefined {
  const isUpdate = lastValue(parsed, 'operation') === 'update';
  const old = lastValue(parsed, 'old');
  if (!isUpdate && old !== undefined) throw new UsageError('--old is for updates', 'add --operation=update');
  if (!isUpdate) return undefined;
  if (old === undefined) return 'unknown';
  if (old === '') throw new UsageError('--old names nothing', 'name a file, a folder or git:REF');
  return old.startsWith(gitPrefix) ? atRevision(old.slice(gitPrefix.length), parsed, cwd) : inFiles(old, cwd);
}

function inFiles(old: string, cwd: string): OldFiles {
  const found = discover([old], cwd);
  const [problem] = found.problems.filter(({ counts }) => counts);
  if (problem !== undefined) throw new UsageError(`--old: ${problem.file} ${problem.message}`, problem.remedy);
  return found.files.map(({ file, path }) => {
    const content = readText(path);
    if (!content.ok) throw new UsageError(`--old: ${file} ${content.message}`, content.remedy);
    return { path: file, text: content.text };
  });
}

/** The files that are judged, as they were. */
function atRevision(revision: string, parsed: ParsedArguments, cwd: string): OldFiles {
  const { positionals } = parsed;
  const named = positionals.filter((path) => path !== '-');
  const paths = discover(named, cwd).files.map(({ path }) => path);
  const stdin = lastValue(parsed, 'stdin-filename');
  if (positionals.includes('-') && stdin !== undefined) paths.push(resolve(cwd, stdin));
  const result = filesAtRevision(revision, paths, cwd);
  if (!result.ok) throw new UsageError(`--old=${gitPrefix}${revision}: ${result.message}`, result.remedy);
  return result.files;
}
