import type { FlagSpec, ParsedArguments } from './flags/arguments.ts';
import type { Terminal } from './output/terminal.ts';

/** The exit codes of the process; `usage` precedes `findings`, which precedes `notJudged`. */
export const exitCode = {
  fine: 0,
  /** Findings at or above `--fail-on`. */
  findings: 1,
  /** Wrong usage, configuration or target. */
  usage: 2,
  /** Something that is or should be a manifest could not be judged, with no other failure. */
  notJudged: 3,
} as const;

/** A command of the command line. */
export interface Command {
  /** The operands in the help: `PATHS...`. */
  readonly operands: string;
  readonly flags: readonly FlagSpec[];
  /** Further help: a paragraph, or examples. */
  readonly notes?: string;
  /** Whether `--context` names the subject of the command rather than a target. */
  ownsContext?(parsed: ParsedArguments): boolean;
  /** Runs it and returns the exit code. Throws a UsageError for wrong usage. */
  run(parsed: ParsedArguments, terminal: Terminal): Promise<number> | number;
}
