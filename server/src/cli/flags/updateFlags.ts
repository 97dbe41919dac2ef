import { resolve } from 'node:path';
import type { OldFile, OldFiles } from '../../update/oldObjects.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { filesAtRevision } from '../../workspace/programs/gitRevision.ts';
import { type FlagSpec, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

const gitPrefix = 'git:';

/** The flags for the operation on a server. */
export const updateFlags: readonly FlagSpec[] = [
  {
    name: 'operation',
    value: 'OPERATION',
    choices: ['create', 'apply', 'update'],
    help: 'check a create (default), or a change of stored objects: an apply (default with --old) or an update',
  },
  {
    name: 'old',
    value: 'PATH|git:REF',
    help: 'the stored objects, in a file or folder, or in the same files at a git revision',
  },
];

/** The help about updates. */
export const updateNotes: readonly string[] = [
  'operation: an object in --old (by group, kind, namespace and name) is checked as a change of it, others as',
  '      a create. apply is kubectl apply, server-side or not, as Flux, Helm and Argo CD do: a field that the',
  '      manifest omits keeps its stored value, unless it was applied before. update is kubectl replace (PUT): an',
  '      omitted field returns to its default. Immutable fields, such as selectors, are compared with the stored object',
  '      (explain immutable-field). Without --old, the stored objects are unknown, and what they may keep is advice.',
  '      Policies, Namespaces, quotas and the like in the file or folder of --old affect admission as well.',
];

/**
 * The stored objects that a command line names; undefined if it judges creates. Throws a {@link UsageError} where
 * they cannot be read.
 */
export function oldFiles(parsed: ParsedArguments, cwd: string): OldFiles | undefined {
  const old = lastValue(parsed, 'old');
  const named = lastValue(parsed, 'operation');
  if (named === 'create' && old !== undefined) {
    throw new UsageError('--old needs an operation on stored objects', 'leave out --operation=create');
  }
  const operation = named === 'update' ? 'update' : named === 'apply' || old !== undefined ? 'apply' : undefined;
  if (operation === undefined) return undefined;
  if (old === undefined) return { operation, files: 'unknown' };
  if (old === '') throw new UsageError('--old names nothing', 'name a file, a folder or git:REF');
  const isRevision = old.startsWith(gitPrefix);
  return isRevision
    ? { operation, files: atRevision(old.slice(gitPrefix.length), parsed, cwd) }
    : { operation, files: inFiles(old, cwd), areInCluster: true };
}

function inFiles(old: string, cwd: string): readonly OldFile[] {
  const found = discover([old], cwd);
  const [problem] = found.problems.filter(({ counts }) => counts);
  if (problem !== undefined) throw new UsageError(`--old: ${problem.file} ${problem.message}`, problem.remedy);
  return found.files.map(({ file, path }) => {
    const content = readText(path);
    if (!content.ok) throw new UsageError(`--old: ${file} ${content.message}`, content.remedy);
    return { path: file, text: content.text };
  });
}

/** Earlier versions of the judged files. */
function atRevision(revision: string, parsed: ParsedArguments, cwd: string): readonly OldFile[] {
  const { positionals } = parsed;
  const named = positionals.filter((path) => path !== '-');
  const paths = discover(named, cwd).files.map(({ path }) => path);
  const stdin = lastValue(parsed, 'stdin-filename');
  if (positionals.includes('-') && stdin !== undefined) paths.push(resolve(cwd, stdin));
  const result = filesAtRevision(revision, paths, cwd);
  if (!result.ok) throw new UsageError(`--old=${gitPrefix}${revision}: ${result.message}`, result.remedy);
  return result.files;
}
