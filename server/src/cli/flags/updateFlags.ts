import type { OldFile, OldFiles } from '../../update/oldObjects.ts';
import type { Writer } from '../../update/writer.ts';
import { decodeBytes } from '../../workspace/disk/decodeBytes.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { filesOfRevision, findRevision } from '../../workspace/programs/revisionFiles.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

const gitPrefix = 'git:';

/** The ways to write, by their names in commands. */
const writes: ReadonlyMap<string, Writer['operation']> = new Map([
  ['create', 'create'],
  ['replace', 'replace'],
  ['update', 'replace'],
  ['apply', 'apply'],
  ['client-side-apply', 'client-side-apply'],
  ['server-side-apply', 'server-side-apply'],
]);

/** The flags for the operation on a server. */
export const updateFlags: readonly FlagSpec[] = [
  {
    name: 'operation',
    value: 'OPERATION',
    choices: [...writes.keys()],
    help: 'how the manifests are written: create (default), replace, client-side-apply, server-side-apply, or apply (default with --old)',
  },
  {
    name: 'field-manager',
    value: 'NAME',
    help: 'for a server-side apply: the name in managedFields, as for kubectl',
  },
  {
    name: 'force-conflicts',
    help: 'a server-side apply takes over fields of other managers instead of failing',
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
  '      a create. server-side-apply is kubectl apply --server-side, as Flux, Helm 4 and Argo CD (if enabled) do;',
  '      client-side-apply is kubectl apply; apply is whichever the workspace or the stored object shows. With each, a',
  '      field that the manifest omits keeps its stored value, unless it was applied before. replace (or update) is',
  '      kubectl replace (PUT): an omitted field returns to its default. Immutable fields, such as selectors, are',
  '      compared with the stored object (explain immutable-field). Without --old, the stored objects are unknown, and',
  '      what they may keep is advice. create says that nothing is applied.',
  '      Policies, Namespaces, quotas and the like in the file or folder of --old affect admission as well.',
];

/**
 * Who writes the manifests, as the command line says; undefined if the workspace and the stored objects decide. Throws a
 * {@link UsageError} for flags that need a server-side apply.
 */
export function writerOf(parsed: ParsedArguments): Writer | undefined {
  const operation = writes.get(lastValue(parsed, 'operation') ?? '');
  const manager = lastValue(parsed, 'field-manager');
  const forces = isOn(parsed, 'force-conflicts');
  if (operation !== 'server-side-apply' && (manager !== undefined || forces)) {
    const flag = manager === undefined ? '--force-conflicts' : '--field-manager';
    throw new UsageError(`${flag} is for server-side applies`, 'add --operation=server-side-apply');
  }
  if (operation === undefined || operation === 'apply') return undefined;
  return { operation, by: undefined, manager, forces };
}

/**
 * The stored objects that a command line names; undefined if it judges creates. Throws a {@link UsageError} where
 * they cannot be read.
 */
export function oldFiles(parsed: ParsedArguments, cwd: string): OldFiles | undefined {
  const old = lastValue(parsed, 'old');
  const named = writes.get(lastValue(parsed, 'operation') ?? '');
  if (named === 'create') {
    if (old === undefined) return undefined;
    throw new UsageError('--old needs an operation on stored objects', 'leave out --operation=create');
  }
  if (named === undefined && old === undefined) return undefined;
  const operation = named ?? 'apply';
  if (old === undefined) return { operation, files: 'unknown' };
  if (old === '') throw new UsageError('--old names nothing', 'name a file, a folder or git:REF');
  const isRevision = old.startsWith(gitPrefix);
  return isRevision
    ? atRevision(old.slice(gitPrefix.length), operation, cwd)
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

/** The manifests of a revision: an object may have been in another file. */
function atRevision(name: string, operation: OldFiles['operation'], cwd: string): OldFiles {
  const found = findRevision(name, cwd);
  const content = found.ok ? filesOfRevision(found.revision, (file) => /\.(?:ya?ml|json)$/i.test(file)) : found;
  if (!found.ok || !content.ok) {
    const { message, remedy } = content.ok ? { message: '', remedy: '' } : content;
    throw new UsageError(`--old=${gitPrefix}${name}: ${message}`, remedy);
  }
  const files = content.files.flatMap(({ path, bytes }): readonly OldFile[] => {
    const decoded = decodeBytes(bytes);
    return decoded.ok ? [{ path, text: decoded.text }] : [];
  });
  return { operation, files, revision: found.revision };
}
