import { allInstallations, type Installation, type InstallFile } from '../../sources/installed/linkInstallations.ts';
import { mayHoldInstallations, readInstallFacts } from '../../sources/installed/readInstallFacts.ts';
import { reportName } from '../disk/discover.ts';

/** More install files than any maintained repository has. */
const maxFiles = 10_000;

/** Collects the releases of built-in sets and add-ons that workspace files install, from the texts it is given. */
export class InstallFiles {
  readonly #cwd: string;
  readonly #files = new Map<string, InstallFile>();
  #isWhole = true;

  /** @param cwd the folder that files are named from. */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Reads a file by absolute path. Returns whether the installed releases may have changed. */
  read(path: string, text: string): boolean {
    const facts = mayHoldInstallations(path, text) ? readInstallFacts(path, text) : undefined;
    if (facts === undefined || facts.uses.length + facts.sources.length === 0) return this.#files.delete(path);
    const known = this.#files.get(path);
    if (known !== undefined && JSON.stringify(known.facts) === JSON.stringify(facts)) return false;
    if (this.#files.size >= maxFiles && known === undefined) this.#isWhole = false;
    else this.#files.set(path, { path, file: reportName(path, this.#cwd), facts });
    return true;
  }

  /** The installations, in file order; none if there were too many files. */
  installations(): readonly Installation[] {
    if (!this.#isWhole) return [];
    return allInstallations([...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)));
  }
}
