import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { main } from '../../cli/main.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { confine, leadsOutside } from '../../workspace/disk/confinement.ts';
import { builtIn, chooseCatalogue } from '../../workspace/settings/catalogueChoice.ts';
import { useCatalogue } from '../../workspace/shipped/catalogueInUse.ts';
import type { RequestedCatalogue } from '../job.ts';
import { Refusal } from './refusal.ts';

/** The output of a command. */
export interface CommandRun {
  readonly exit: number;
  /** Standard output. */
  readonly out: string;
  /** Lines for people: standard error, without problems. */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

/** A problem of a command, with its remedy. */
interface Problem {
  readonly message: string;
  readonly remedy: string;
}

/** The file access of a tool: the roots, and the catalogue. */
export class ToolFileAccess {
  readonly #roots: readonly string[];
  readonly #catalogue: string;

  /**
   * Sets the catalogue of this thread. Throws a {@link Refusal} if it is unavailable.
   *
   * @param roots absolute folders; none if no files may be read.
   */
  constructor(roots: readonly string[], { named, installed }: RequestedCatalogue) {
    this.#roots = roots;
    confine({ folders: roots, isStrict: true });
    const choice = chooseCatalogue({ named, location: '--catalogue', takesPaths: true, cwd: this.cwd, installed });
    if (!choice.ok) throw new Refusal(`${choice.location}: ${choice.message}`, choice.remedy);
    useCatalogue(choice.folder);
    this.#catalogue = choice.folder ?? builtIn;
  }

  /** Whether any file may be read. */
  get hasRoots(): boolean {
    return this.#roots.length > 0;
  }

  /** The working folder of commands; without roots, nothing there is read. */
  get cwd(): string {
    return this.#roots[0] ?? tmpdir();
  }

  /** The absolute path of a file or folder that a caller names. Throws a {@link Refusal} for one outside of the roots. */
  path(named: string): string {
    const [first] = this.#roots;
    if (first === undefined) {
      throw new Refusal('no folder may be read', 'pass text, or start the server with --root DIR');
    }
    if (named.includes('\0')) throw new Refusal(`${JSON.stringify(named)} is not a path`, 'name a file or a folder');
    const path = resolve(first, named);
    if (leadsOutside(path)) {
      throw new Refusal(`${named} is outside of the roots`, `name a path below ${this.#roots.join(' or ')}`);
    }
    return path;
  }

  /** Runs a command line as the program does, with a text as its standard input. */
  async run(args: readonly string[], stdin = ''): Promise<CommandRun> {
    const out: string[] = [];
    const notes: string[] = [];
    const problems: Problem[] = [];
    const refuse = () => {
      throw new Error('a tool writes no file');
    };
    const terminal: Terminal = {
      cwd: this.cwd,
      out: (parts) => void out.push(...parts),
      stream: async (parts) => void out.push(...parts),
      err: (message) => void notes.push(message),
      problem: (message, remedy) => void problems.push({ message, remedy }),
      save: refuse,
      makeFolder: refuse,
      readStdin: () => Buffer.from(stdin),
      style: (_, text) => text,
      width: undefined,
      status: undefined,
    };
    const [command = '', ...rest] = args;
    const whole = [command, `--catalogue=${this.#catalogue}`, ...rest];
    const exit = await main(whole, terminal, () => ({ folders: this.#roots, isStrict: true }));
    return { exit, out: out.join(''), notes, problems };
  }
}
