import type { Input } from './protocol/inputs.ts';

/** A tool's name with what it is asked for. */
export type Job = {
  [Tool in keyof Inputs]: { readonly tool: Tool; readonly input: Inputs[Tool] };
}[keyof Inputs];

/** The tools, by what they take. */
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

/** Which catalogue jobs go by. */
export interface AskedCatalogue {
  /** What the command line named: an absolute folder, or `built-in`; undefined where the lock file of the first root counts. */
  readonly named: string | undefined;
  /** Where the catalogues of the user are: the only files outside of the roots that are read. */
  readonly installed: string;
}

/** A job for a thread. */
export interface Task {
  readonly job: Job;
  /** The folders in which files may be read, absolute; none where nothing may be. */
  readonly roots: readonly string[];
  readonly catalogue: AskedCatalogue;
}

/** JSON objects. */
export type JsonObject = { readonly [Key: string]: unknown };

/** What came of a job; a refusal says what the caller can do. */
export type Answer =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly message: string; readonly remedy: string };
