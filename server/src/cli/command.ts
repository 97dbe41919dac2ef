import type { FlagSpec, ParsedArguments } from './flags/arguments.ts';
import type { Terminal } from './output/terminal.ts';

/** What a process says with its exit code; where several apply, `usage` beats `findings` beats `notJudged`. */
export const exitCode = {
  fine: 0,
  /** Findings at or above `--fail-on`. */
  findings: 1,
  /** Wrong usage, configuration or target. */
  usage: 2,
  /** Something that is or should be a manifest could not be judged, and nothing else failed. */
  notJudged: 3,
} as const;

/** A command of the command line. */
export interface Command {
  /** What follows the name in the help: `PATHS...`. */
  readonly operands: string;
  readonly flags: readonly FlagSpec[];
  /** Further help: a paragraph, or examples. */
  readonly notes?: string;
  /** Whether `--context` names what the command works on itself, not a target. */
  ownsContext?(parsed: ParsedArguments): boolean;
  /** Runs it and gives the exit code. Throws a UsageError for wrong usage. */
  run(parsed: ParsedArguments, terminal: Terminal): Promise<number> | number;
}
