import type { Input } from './protocol/inputs.ts';

/** A tool's name with its input. */
export type Job = {
  [Tool in keyof Inputs]: { readonly tool: Tool; readonly input: Inputs[Tool] };
}[keyof Inputs];

/** The inputs of the tools. */
interface Inputs {
  readonly check: Input<'check'>;
  readonly explain: Input<'explain'>;
  readonly fix: Input<'fix'>;
  readonly convert: Input<'convert'>;
  readonly diff: Input<'diff'>;
  readonly plan: Input<'plan'>;
  readonly field: Input<'field'>;
  readonly targets: Input<'targets'>;
}

/** The catalogue for jobs. */
export interface RequestedCatalogue {
  /**
   * The catalogue on the command line: an absolute folder, or `built-in`; undefined to use the lock file of the first
   * root.
   */
  readonly named: string | undefined;
  /** Where the catalogues of the user are: the only files outside of the roots that are read. */
  readonly installed: string;
}

/** A job for a thread. */
export interface ThreadJob {
  readonly job: Job;
  /** The readable folders, absolute; none if no files may be read. */
  readonly roots: readonly string[];
  readonly catalogue: RequestedCatalogue;
}

/** JSON objects. */
export type JsonObject = { readonly [Key: string]: unknown };

/** The result of a job; a refusal includes the remedy. */
export type JobAnswer =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly message: string; readonly remedy: string };
