import { allInstallations, type Installation, type InstallFile } from '../../sources/installed/linkInstallations.ts';
import { mayHoldInstallations, readInstallFacts } from '../../sources/installed/readInstallFacts.ts';
import { type FoundFile, reportName } from '../disk/discover.ts';

/** More install files than any maintained repository has. */
const maxFiles = 10_000;

/** The facts about installed releases in a file; undefined if it has none. */
export function installFileOf(found: FoundFile, text: string): InstallFile | undefined {
  const facts = mayHoldInstallations(found.path, text) ? readInstallFacts(found.path, text) : undefined;
  return facts === undefined || facts.uses.length + facts.sources.length === 0 ? undefined : { ...found, facts };
}

/** The installations of files, in file order; none if there are too many files. */
export function installationsOf(files: readonly InstallFile[]): readonly Installation[] {
  return files.length > maxFiles ? [] : allInstallations([...files].sort((a, b) => (a.path < b.path ? -1 : 1)));
}

/** Collects the releases of built-in sets and add-ons that workspace files install, from the texts it is given. */
export class InstallFiles {
  readonly #cwd: string;
  readonly #files: InstallFile[] = [];

  /** @param cwd the folder that files are named from. */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Reads a file by absolute path. */
  read(path: string, text: string): void {
    const file = installFileOf({ path, file: reportName(path, this.#cwd) }, text);
    if (file !== undefined) this.#files.push(file);
  }

  /** The installations, in file order; none if there were too many files. */
  installations(): readonly Installation[] {
    return installationsOf(this.#files);
  }
}
