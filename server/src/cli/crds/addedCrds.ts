import { join } from 'node:path';
import type { AddedSource, PublishersRequest } from '../../publishers/publishers.ts';
import { textTable } from '../../report/textTable.ts';
import { printable } from '../../text/displayWidth.ts';
import { nearest } from '../../text/nearest.ts';
import { reportName } from '../../workspace/disk/discover.ts';
import { addedAround, addedFolder } from '../../workspace/settings/addedDefinitions.ts';
import type { Lock, LockEntry } from '../../workspace/settings/lockFile.ts';
import { exitCode } from '../command.ts';
import { lastValue, type ParsedArguments, UsageError, valuesOf } from '../flags/arguments.ts';
import { timeoutOf } from '../flags/timeout.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';

/** `crds add`: fetches definitions and adds them to the workspace. */
export async function addCrds(
  operands: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const [source, other] = operands;
  if (source === undefined || other !== undefined) {
    throw new UsageError(
      'crds add needs one source',
      'write: kubecompat crds add SOURCE; --help lists the kinds of sources',
    );
  }
  const { addDefinitions } = await import('../../publishers/publishers.ts');
  const request = {
    ...requestOf(parsed, terminal),
    source,
    name: lastValue(parsed, 'name'),
    groups: valuesOf(parsed, 'group'),
  };
  const added = await addDefinitions(request);
  terminal.status?.('');
  if (!added.ok) {
    terminal.problem(`crds add ${printable(source)}: ${added.message}`, added.remedy);
    return exitCode.usage;
  }
  tellChange([added], parsed, terminal);
  return exitCode.fine;
}

/** `crds update`: fetches newer versions of added definitions, all or named ones. */
export async function updateCrds(
  names: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const { listDefinitions, updateDefinitions } = await import('../../publishers/publishers.ts');
  const listed = await listDefinitions(terminal.cwd);
  if (!listed.ok) {
    terminal.problem(listed.message, listed.remedy);
    return exitCode.usage;
  }
  const wanted = names.length === 0 ? [...listed.lock.keys()] : names;
  for (const name of wanted) known(name, listed.lock);
  const done: AddedSource[] = [];
  for (const name of wanted) {
    const updated = await updateDefinitions(name, requestOf(parsed, terminal));
    terminal.status?.('');
    // A failure does not affect the others.
    if (updated.ok) done.push(updated);
    else terminal.problem(`${name}: ${updated.message}`, updated.remedy);
  }
  tellChange(done, parsed, terminal);
  return done.length === wanted.length ? exitCode.fine : exitCode.usage;
}

/** `crds remove`: takes definitions out of the workspace. */
export async function removeCrds(
  names: readonly string[],
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  const { listDefinitions, removeDefinitions } = await import('../../publishers/publishers.ts');
  const listed = await listDefinitions(terminal.cwd);
  if (listed.ok) for (const name of names) known(name, listed.lock);
  for (const name of new Set(names)) {
    const removed = await removeDefinitions(name, terminal.cwd);
    if (!removed.ok) {
      terminal.problem(removed.message, removed.remedy);
      return exitCode.usage;
    }
    if (!wantsJson(parsed)) terminal.out([`removed ${name} (${counted(removed.entry)})\n`]);
  }
  return wantsJson(parsed) ? listCrds(parsed, terminal) : exitCode.fine;
}

/** `crds list`: lists the added definitions, their sources, and whether they match the lock file. */
export async function listCrds(parsed: ParsedArguments, terminal: Terminal): Promise<number> {
  const { listDefinitions } = await import('../../publishers/publishers.ts');
  const listed = await listDefinitions(terminal.cwd);
  if (!listed.ok) {
    terminal.problem(listed.message, listed.remedy);
    return exitCode.usage;
  }
  const { folder, lock } = listed;
  const entries = [...lock].sort(([a], [b]) => (a < b ? -1 : 1));
  const where = (name: string) => reportName(join(folder, addedFolder, name), terminal.cwd);
  if (wantsJson(parsed)) {
    const definitions = entries.map(([name, entry]) => ({ name, ...plain(entry), folder: where(name) }));
    terminal.out([`${JSON.stringify({ definitions }, undefined, 1)}\n`]);
  } else if (entries.length === 0) terminal.out(['no definitions have been added yet: kubecompat crds add SOURCE\n']);
  else {
    const rows = entries.map(([name, entry]) => [
      name,
      entry.version || '-',
      kindsIn(entry),
      entry.source,
      where(name),
    ]);
    terminal.out([textTable(['name', 'version', 'kinds', 'source', 'folder'], rows, terminal.style)]);
  }
  const problems = addedAround(terminal.cwd, terminal.cwd)?.problems ?? [];
  for (const { location, message, remedy } of problems) terminal.problem(`${location}: ${message}`, remedy);
  return problems.length === 0 ? exitCode.fine : exitCode.usage;
}

function known(name: string, lock: Lock): void {
  if (lock.has(name)) return;
  const close = nearest(name, lock.keys(), 1)[0];
  const all = lock.size === 0 ? 'no definitions have been added yet' : `added so far: ${[...lock.keys()].join(', ')}`;
  throw new UsageError(`no source named "${name}" was added`, close === undefined ? all : `did you mean ${close}?`);
}

/** Throws a UsageError for an invalid time limit. */
function requestOf(parsed: ParsedArguments, terminal: Terminal): PublishersRequest {
  const kubeconfig = lastValue(parsed, 'kubeconfig');
  return {
    cwd: terminal.cwd,
    env: process.env,
    milliseconds: timeoutOf(parsed, 120),
    onFetch: (what) => terminal.status?.(`fetching ${printable(what)} ...`),
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
  };
}

function tellChange(done: readonly AddedSource[], parsed: ParsedArguments, terminal: Terminal): void {
  if (wantsJson(parsed)) {
    const definitions = done.map(({ name, entry, before, folder }) => ({
      name,
      ...plain(entry),
      folder: reportName(join(folder, addedFolder, name), terminal.cwd),
      before: before?.version ?? null,
      changed: isChanged(entry, before),
    }));
    terminal.out([`${JSON.stringify({ definitions }, undefined, 1)}\n`]);
    return;
  }
  for (const { name, entry, before, folder } of done) {
    const version = entry.version === '' ? '' : ` ${entry.version}`;
    const was = before === undefined || before.version === entry.version ? '' : ` (was ${before.version})`;
    const verb = before === undefined ? 'added' : isChanged(entry, before) ? 'updated' : 'unchanged:';
    const { style } = terminal;
    const location = reportName(join(folder, addedFolder, name), terminal.cwd);
    const of = printable(`${version}${was}: ${counted(entry)} of ${groupsIn(entry).join(', ')}`);
    terminal.out([
      `${verb} ${style('strong', name)}${of}\n`,
      `  ${style('quiet', 'from')}   ${printable(entry.resolved)}\n`,
      `  ${style('quiet', 'in')}     ${location}\n`,
    ]);
  }
}

function isChanged(entry: LockEntry, before: LockEntry | undefined): boolean {
  const hashes = (lockEntry: LockEntry) => lockEntry.files.map(({ file, sha256 }) => `${file} ${sha256}`).join('\n');
  return before === undefined || hashes(entry) !== hashes(before);
}

function counted({ files }: LockEntry): string {
  return files.length === 1 ? '1 definition' : `${files.length} definitions`;
}

function groupsIn({ files }: LockEntry): readonly string[] {
  return [...new Set(files.map(({ group }) => group))].sort();
}

function kindsIn({ files }: LockEntry): string {
  const kinds = files.map(({ kind }) => kind).sort();
  return kinds.length <= 4 ? kinds.join(', ') : `${kinds.slice(0, 3).join(', ')} and ${kinds.length - 3} more`;
}

function plain({ source, version, resolved, groups, files }: LockEntry) {
  const kinds = files.map(({ group, kind, versions, file, from, sha256 }) => ({
    group,
    kind,
    versions,
    file,
    from,
    sha256,
  }));
  return { source, version, resolved, groups, kinds };
}
