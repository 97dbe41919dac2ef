import { unifiedDiff } from '../../report/unifiedDiff.ts';
import { replaceFile } from '../../workspace/disk/replaceFile.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ReadFile } from '../runs/filesOfRun.ts';

/** How a command outputs its changes to files. */
export type RewriteMode = 'dry-run' | 'diff' | 'write';

/** The flags of every command that changes files. */
export const rewriteFlags: readonly FlagSpec[] = [
  { name: 'dry-run', help: 'show what would change, and change nothing (default)' },
  { name: 'diff', help: 'show the changes as a unified diff, and change nothing' },
  { name: 'write', help: 'change the files' },
];

/** The mode requested by flags. Throws a UsageError for two modes. */
export function rewriteMode(parsed: ParsedArguments): RewriteMode {
  const modes = (['dry-run', 'diff', 'write'] as const).filter((mode) => isOn(parsed, mode));
  if (modes.length > 1) {
    throw new UsageError(`--${modes.join(' and --')} exclude each other`, 'use one of them');
  }
  return modes[0] ?? 'dry-run';
}

/** A file with its new text. */
export interface RewrittenFile {
  readonly file: string;
  readonly path: string;
  readonly content: ReadFile;
  readonly text: string;
}

/** Applies changes file by file and determines the exit code. */
export class Rewriting {
  readonly mode: RewriteMode;
  readonly #terminal: Terminal;
  #exit: number = exitCode.fine;

  constructor(mode: RewriteMode, terminal: Terminal) {
    this.mode = mode;
    this.#terminal = terminal;
  }

  /** The exit code so far. */
  get exit(): number {
    return this.#exit;
  }

  /** Reports a problem. Usage errors precede findings, findings precede what could not be judged. */
  problem(message: string, remedy: string, exit: number): void {
    this.#terminal.problem(message, remedy);
    this.fail(exit);
  }

  /** Records an exit code. */
  fail(exit: number): void {
    const order: readonly number[] = [exitCode.fine, exitCode.notJudged, exitCode.findings, exitCode.usage];
    if (order.indexOf(exit) > order.indexOf(this.#exit)) this.#exit = exit;
  }

  /** Prints the summary with further lines, and in a dry run how many `changes` would be written. */
  end(summary: string, changes: number, further: readonly string[]): void {
    const hint = this.mode === 'dry-run' && changes > 0 ? ' (--write changes the files)' : '';
    const lines = [`${summary}${hint}`, ...further].join('\n');
    if (this.mode === 'diff') this.#terminal.err(lines);
    else this.#terminal.out([`${lines}\n`]);
  }

  /** Writes the file or prints the difference, and returns whether that succeeded. `messages` are for people. */
  rewrite({ file, path, content, text }: RewrittenFile, messages: () => Iterable<string>): boolean {
    if (this.mode === 'write') {
      const refused = replaceFile(path, content, text);
      if (refused !== undefined) {
        this.problem(`${file} ${refused.message}`, refused.remedy, exitCode.notJudged);
        return false;
      }
    }
    this.#terminal.out(this.mode === 'diff' ? [unifiedDiff(file, content.text, text)] : messages());
    return true;
  }
}
