import { type Installation, type InstallFile, linkInstallations } from '../../sources/installed/linkInstallations.ts';
import { maySayInstalled, readInstallFacts } from '../../sources/installed/readInstallFacts.ts';
import { reportName } from '../disk/discover.ts';

/** More files that say what is installed are in no repository that people keep. */
const mostFiles = 10_000;

/** Collects what the files of a workspace say is installed of the built-in sets, from the texts that it is shown. */
export class InstallFiles {
  readonly #cwd: string;
  readonly #files = new Map<string, InstallFile>();
  #isWhole = true;

  /** @param cwd the folder that files are named from. */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Looks at a file, whose path is absolute. Gives whether what is installed may be something else now. */
  look(path: string, text: string): boolean {
    const facts = maySayInstalled(path, text) ? readInstallFacts(path, text) : undefined;
    if (facts === undefined || facts.uses.length + facts.sources.length === 0) return this.#files.delete(path);
    const known = this.#files.get(path);
    if (known !== undefined && JSON.stringify(known.facts) === JSON.stringify(facts)) return false;
    if (this.#files.size >= mostFiles && known === undefined) this.#isWhole = false;
    else this.#files.set(path, { path, file: reportName(path, this.#cwd), facts });
    return true;
  }

  /** What is installed, in the order of the files; nothing where there is more than was looked at. */
  installations(): readonly Installation[] {
    if (!this.#isWhole) return [];
    return linkInstallations([...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)));
  }
}
