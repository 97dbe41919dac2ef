import type fc from 'fast-check';
import type { AskedFile, AskedTool } from '../../test/recorded/clusters/compare.ts';

/** A file for a tool. */
export type Question = Pick<AskedFile, 'text' | 'version'>;

/** The answer of a program of `go/`: the command of kube-apiserver, or a file that the next program reads. */
export interface Answer {
  readonly flags?: readonly string[];
  readonly refused?: string;
  readonly config?: string;
}

/** A tool that makes clusters of files, with the program around its code. */
export interface Tool extends AskedTool {
  /** Files as users write them, with what they get wrong. */
  readonly questions: fc.Arbitrary<Question>;
  /** Asks the tool, in the order of the questions. */
  ask(questions: readonly Question[], ask: AskProgram): readonly Answer[];
}

/** Gives questions to the program that `build` makes. */
export type AskProgram = (program: string, questions: readonly Question[]) => readonly Answer[];
