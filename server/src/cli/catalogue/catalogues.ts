import { join } from 'node:path';
import type { CatalogueRequest, FetchedCatalogue } from '../../publishers/catalogue.ts';
import { textTable } from '../../report/textTable.ts';
import { formatMinor } from '../../targets/version.ts';
import { reportName } from '../../workspace/disk/discover.ts';
import { lockName } from '../../workspace/settings/lockFile.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { installedFrom, isCatalogueVersion, openCatalogue } from '../../workspace/shipped/installedCatalogue.ts';
import { exitCode } from '../command.ts';
import { isOn, lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { timeoutOf } from '../flags/timeout.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { type Choice, chosenCatalogue, installedFolder } from '../runs/catalogueOfRun.ts';

/** `catalogue update`: downloads a catalogue; with `--check`, reports whether there is a newer one. */
export async function fetchOrCheck(
  version: string | undefined,
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  if (isOn(parsed, 'check')) return checkForNewer(version, parsed, terminal);
  if (version !== undefined && !isCatalogueVersion(version)) throw notAVersion(version);
  const fetched = await fetch(version, undefined, parsed, terminal);
  if (fetched === undefined) return exitCode.usage;
  if (isOn(parsed, 'pin') && !(await pinned(fetched, terminal))) return exitCode.usage;
  return exitCode.fine;
}

/** `catalogue install`: downloads the catalogue pinned by the lock file. */
export async function installPinned(parsed: ParsedArguments, terminal: Terminal): Promise<number> {
  const { pinnedCatalogue } = await import('../../publishers/catalogue.ts');
  const read = await pinnedCatalogue(terminal.cwd);
  if (!read.ok) return reportProblem(read, terminal);
  if (read.catalogue === undefined) {
    const message = `no ${lockName} pins a catalogue here`;
    return reportProblem({ message, remedy: 'pin one: kubecompat catalogue update --pin' }, terminal);
  }
  const { version, integrity } = read.catalogue;
  const folder = join(installedFolder(), version);
  const [from, opened] = [installedFrom(folder), openCatalogue(folder)];
  // An installed catalogue needs no request, so that machines without a network work.
  if (from?.integrity === integrity && opened.ok) {
    const { kubernetes } = opened.manifest;
    show({ version, kubernetes, ...from, folder, wasInstalled: true }, true, parsed, terminal);
    return exitCode.fine;
  }
  return (await fetch(version, integrity, parsed, terminal)) === undefined ? exitCode.usage : exitCode.fine;
}

/** `catalogue pin`: names an installed catalogue in the lock file. */
export async function pin(version: string, _parsed: ParsedArguments, terminal: Terminal): Promise<number> {
  if (!isCatalogueVersion(version)) throw notAVersion(version);
  const folder = join(installedFolder(), version);
  const [from, opened] = [installedFrom(folder), openCatalogue(folder)];
  if (from === undefined) {
    const message = `the catalogue ${version} is not installed`;
    return reportProblem({ message, remedy: `run: kubecompat catalogue update ${version}` }, terminal);
  }
  if (!opened.ok) return reportProblem({ ...opened, message: `the catalogue ${version} ${opened.message}` }, terminal);
  return (await pinned({ version, ...from }, terminal)) ? exitCode.fine : exitCode.usage;
}

/** `catalogue unpin`: takes the pin out of the lock file. */
export async function unpin(terminal: Terminal): Promise<number> {
  const { pinCatalogue, pinnedCatalogue } = await import('../../publishers/catalogue.ts');
  const read = await pinnedCatalogue(terminal.cwd);
  if (!read.ok) return reportProblem(read, terminal);
  if (read.catalogue !== undefined) {
    const done = await pinCatalogue(undefined, terminal.cwd);
    if (!done.ok) return reportProblem(done, terminal);
  }
  terminal.out(['the catalogue that ships with kubecompat is in use\n']);
  return exitCode.fine;
}

/** `catalogue remove`: deletes an installed catalogue. */
export async function removeCatalogue(version: string, terminal: Terminal): Promise<number> {
  if (!isCatalogueVersion(version)) throw notAVersion(version);
  const { removeInstalled } = await import('../../publishers/installedCatalogues.ts');
  const removed = await removeInstalled(installedFolder(), version);
  if (!removed.ok) return reportProblem(removed, terminal);
  terminal.out([`removed ${version}\n`]);
  return exitCode.fine;
}

/** `catalogue`: lists the installed catalogues, and the one in use. */
export async function listCatalogues(parsed: ParsedArguments, terminal: Terminal): Promise<number> {
  const { installedCatalogues } = await import('../../publishers/installedCatalogues.ts');
  const choice = chosenCatalogue(undefined, terminal.cwd);
  const folder = choice.ok ? choice.folder : undefined;
  const installed = installedCatalogues(installedFolder());
  const { version, newest } = readCatalog();
  const shipped = { version: 'built-in', kubernetes: version, newest: formatMinor(newest), problem: undefined };
  const rows = [
    { ...shipped, inUse: choice.ok && folder === undefined },
    ...installed.map((known) => ({ ...known, inUse: folder !== undefined && known.folder === folder })),
  ];
  if (wantsJson(parsed)) {
    const catalogues = rows.map(({ version: name, kubernetes, inUse, problem }) => ({
      version: name,
      kubernetes,
      inUse,
      ...(problem === undefined ? {} : { problem }),
    }));
    terminal.out([`${JSON.stringify({ catalogues }, undefined, 1)}\n`]);
  } else {
    const shown = rows.map(({ version: name, kubernetes, inUse, problem }) => [
      name,
      kubernetes,
      problem ?? (inUse ? `in use${byLock(choice)}` : ''),
    ]);
    terminal.out([textTable(['catalogue', 'Kubernetes up to', ''], shown, terminal.style)]);
  }
  return choice.ok ? exitCode.fine : reportProblem(choice, terminal);
}

function byLock(choice: Choice): string {
  return choice.ok && choice.by === 'lock' ? `, by ${lockName}` : '';
}

async function checkForNewer(
  version: string | undefined,
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<number> {
  if (version !== undefined)
    throw new UsageError('--check takes no version', 'write: kubecompat catalogue update --check');
  const { newestCatalogue } = await import('../../publishers/catalogue.ts');
  const { installedCatalogues } = await import('../../publishers/installedCatalogues.ts');
  const newest = await newestCatalogue(requestOf(parsed, terminal));
  terminal.status?.('');
  if (!newest.ok) return reportProblem(newest, terminal);
  const isThere = installedCatalogues(installedFolder()).some((known) => known.version === newest.version);
  if (wantsJson(parsed)) {
    terminal.out([`${JSON.stringify({ newest: newest.version, installed: isThere }, undefined, 1)}\n`]);
  } else {
    terminal.out([
      isThere
        ? `${newest.version} is the latest catalogue, and it is installed\n`
        : `${newest.version} is the latest catalogue: kubecompat catalogue update\n`,
    ]);
  }
  return isThere ? exitCode.fine : exitCode.findings;
}

async function fetch(
  version: string | undefined,
  integrity: string | undefined,
  parsed: ParsedArguments,
  terminal: Terminal,
): Promise<FetchedCatalogue | undefined> {
  const { fetchCatalogue } = await import('../../publishers/catalogue.ts');
  const fetched = await fetchCatalogue(version, integrity, requestOf(parsed, terminal));
  terminal.status?.('');
  if (!fetched.ok) {
    reportProblem(fetched, terminal);
    return undefined;
  }
  show(fetched, isOn(parsed, 'pin') || integrity !== undefined, parsed, terminal);
  return fetched;
}

/** The installed catalogue, its origin, and how to use it. */
function show(fetched: Installed, isUsed: boolean, parsed: ParsedArguments, terminal: Terminal): void {
  const { version: name, kubernetes, integrity, resolved, folder, wasInstalled } = fetched;
  if (wantsJson(parsed)) {
    const json = { version: name, kubernetes, integrity, resolved, folder, changed: !wasInstalled };
    terminal.out([`${JSON.stringify(json, undefined, 1)}\n`]);
    return;
  }
  const { style } = terminal;
  const use = isUsed
    ? []
    : [`  ${style('quiet', 'use')}    --catalogue=${name}, or kubecompat catalogue pin ${name}\n`];
  terminal.out([
    `${wasInstalled ? 'unchanged:' : 'installed'} ${style('strong', name)}, Kubernetes up to ${kubernetes}\n`,
    `  ${style('quiet', 'from')}   ${resolved}\n`,
    `  ${style('quiet', 'in')}     ${folder}\n`,
    ...use,
  ]);
}

type Installed = Pick<
  FetchedCatalogue,
  'version' | 'kubernetes' | 'integrity' | 'resolved' | 'folder' | 'wasInstalled'
>;

async function pinned(
  { version, integrity, resolved }: Pick<FetchedCatalogue, 'version' | 'integrity' | 'resolved'>,
  terminal: Terminal,
): Promise<boolean> {
  const { pinCatalogue } = await import('../../publishers/catalogue.ts');
  const done = await pinCatalogue({ version, integrity, resolved }, terminal.cwd);
  if (!done.ok) {
    reportProblem(done, terminal);
    return false;
  }
  terminal.err(`pinned ${version} in ${reportName(join(done.folder, lockName), terminal.cwd)}`);
  return true;
}

function requestOf(parsed: ParsedArguments, terminal: Terminal): CatalogueRequest {
  return {
    env: process.env,
    registry: lastValue(parsed, 'registry'),
    milliseconds: timeoutOf(parsed, 120),
    installed: installedFolder(),
    onFetch: (what) => terminal.status?.(`fetching ${what} ...`),
  };
}

function notAVersion(written: string): UsageError {
  return new UsageError(`"${written}" is not the version of a catalogue`, 'write one such as 1.38.20270115');
}

function reportProblem(
  { message, remedy }: { readonly message: string; readonly remedy: string },
  terminal: Terminal,
): number {
  terminal.problem(message, remedy);
  return exitCode.usage;
}
