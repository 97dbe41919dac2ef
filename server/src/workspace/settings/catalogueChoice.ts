import { join, resolve } from 'node:path';
import { reportName } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { installedFrom, isCatalogueVersion, openCatalogue } from '../shipped/installedCatalogue.ts';
import { nearestLock } from './addedDefinitions.ts';
import { type LockedCatalogue, lockName, readLock } from './lockFile.ts';

/** The name of the catalogue that ships with the program; it takes precedence over a lock file. */
export const builtIn = 'built-in';

/** The catalogue to use, or why the requested one cannot be. */
export type CatalogueChoice =
  | {
      readonly ok: true;
      /** Absolute; undefined for the built-in one. */
      readonly folder: string | undefined;
      /** The origin of the request; undefined if there is none. */
      readonly by: 'name' | 'lock' | undefined;
    }
  | { readonly ok: false; readonly location: string; readonly message: string; readonly remedy: string };

/** The inputs of the choice. */
export interface ChoiceInput {
  /** `built-in`, the version of an installed catalogue or, where `takesPaths`, the folder of one. */
  readonly named: string | undefined;
  /** Where it was named, for messages. */
  readonly location: string;
  readonly takesPaths: boolean;
  /** The folder whose lock file applies without a named catalogue. */
  readonly cwd: string;
  /** Where the catalogues of the user are, as {@link cataloguesFolder} has it. */
  readonly installed: string;
}

/** The folder of a user's catalogues, by the convention of the system; each has a subfolder named after its version. */
export function cataloguesFolder(env: NodeJS.ProcessEnv, home: string, platform: NodeJS.Platform): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = env;
  const custom: Partial<Record<NodeJS.Platform, string>> = {
    win32: LOCALAPPDATA ?? join(home, 'AppData', 'Local'),
    darwin: join(home, 'Library', 'Application Support'),
  };
  const base = XDG_DATA_HOME || (custom[platform] ?? join(home, '.local', 'share'));
  return join(base, 'kubecompat', 'catalogues');
}

/** Chooses the catalogue: the named one, then that of the lock file, then the built-in one. Uses no network. */
export function chooseCatalogue(input: ChoiceInput): CatalogueChoice {
  const { named, cwd } = input;
  if (named === builtIn) return { ok: true, folder: undefined, by: 'name' };
  if (named !== undefined) return chooseNamed(named, input);
  const path = nearestLock(cwd);
  const content = path === undefined ? undefined : readText(path);
  // An unreadable lock file is reported where definitions are read from it.
  const read = content?.ok === true ? readLock(content.text) : undefined;
  if (path === undefined || read?.ok !== true || read.catalogue === undefined) return shipped;
  return chooseLocked(read.catalogue, reportName(path, cwd), input);
}

const shipped: CatalogueChoice = { ok: true, folder: undefined, by: undefined };

function chooseNamed(named: string, { location, takesPaths, cwd, installed }: ChoiceInput): CatalogueChoice {
  if (!isCatalogueVersion(named) && !takesPaths) {
    const message = `"${named}" is not the version of a catalogue`;
    return { ok: false, location, message, remedy: `write ${builtIn}, or one that kubecompat catalogue lists` };
  }
  const folder = isCatalogueVersion(named) ? join(installed, named) : resolve(cwd, named);
  const opened = openCatalogue(folder);
  if (opened.ok) return { ok: true, folder, by: 'name' };
  const isAbsent = isCatalogueVersion(named) && !isInstalled(folder);
  if (isAbsent) return notInstalled(location, named, `kubecompat catalogue update ${named}`);
  const subject = isCatalogueVersion(named) ? `the catalogue ${named}` : named;
  return { ok: false, location, message: `${subject} ${opened.message}`, remedy: opened.remedy };
}

function chooseLocked({ version, integrity }: LockedCatalogue, location: string, input: ChoiceInput): CatalogueChoice {
  const folder = join(input.installed, version);
  if (!isInstalled(folder)) return notInstalled(location, version, 'kubecompat catalogue install');
  if (installedFrom(folder)?.integrity !== integrity) {
    const message = `the installed catalogue ${version} is not the one that ${lockName} pins`;
    return { ok: false, location, message, remedy: `remove it: kubecompat catalogue remove ${version}; then install` };
  }
  const opened = openCatalogue(folder);
  if (opened.ok) return { ok: true, folder, by: 'lock' };
  return { ok: false, location, message: `the catalogue ${version} ${opened.message}`, remedy: opened.remedy };
}

function notInstalled(location: string, version: string, command: string): CatalogueChoice {
  return { ok: false, location, message: `the catalogue ${version} is not installed`, remedy: `run: ${command}` };
}

function isInstalled(folder: string): boolean {
  return installedFrom(folder) !== undefined || openCatalogue(folder).ok;
}
