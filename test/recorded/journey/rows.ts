import type { ValueMap } from '../../../server/src/conversion/value.ts';
import type { KeptAnswer } from '../asking.ts';

/** The first line of the recording. */
export interface RecordingHeader {
  /** Target expressions. */
  readonly from: string;
  readonly to: string;
  /** The servers of the plan: the first one, and that of each step. */
  readonly stations: readonly { readonly binary: string; readonly flags: readonly string[] }[];
  /** The `apiVersion Kind` of what each of them wrote into etcd. */
  readonly stored: readonly (readonly string[])[];
  /** Whether the first server became ready after a rollback from each step. */
  readonly ready: readonly boolean[];
}

/** What was asked about one manifest, at each server. */
export interface ManifestAnswers {
  readonly manifest: ValueMap;
  readonly created: readonly Created[];
  /** What the first server had stored. */
  readonly kept: readonly StoredOutcome[];
  /** What each step had stored, at the first server after a rollback from it. */
  readonly rolledBack: readonly StoredOutcome[];
}

/** The answer to a create. */
export interface Created extends KeptAnswer {
  /** What strict decoding refused; the answer is that of a create without it. */
  readonly strict?: string;
  /** The paths that were not stored. */
  readonly missing?: readonly string[];
}

/** What became of a stored object; null where none was stored. */
export type StoredOutcome = {
  /** The status of reading it. */
  readonly read: number;
  /** The paths of the manifest that are not there. */
  readonly missing?: readonly string[];
  /** The apiVersions in its managedFields. */
  readonly managers?: readonly string[];
  /** The answer to an update that writes what was read, with an annotation. */
  readonly writtenBack?: KeptAnswer;
  /** The answer to an update that writes the manifest. */
  readonly put?: KeptAnswer;
} | null;
