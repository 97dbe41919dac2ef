import type { ValueMap } from '../../../server/src/conversion/value.ts';
import type { KeptAnswer } from '../asking.ts';

/** The first line of the recording. */
export interface RecordingHeader {
  /** Target expressions. */
  readonly from: string;
  readonly to: string;
  /** The servers of the plan: the first one, and one for each step. */
  readonly stations: readonly { readonly binary: string; readonly flags: readonly string[] }[];
  /** The `apiVersion Kind` of the objects that each of them wrote to etcd. */
  readonly stored: readonly (readonly string[])[];
  /** Whether the first server became ready after a rollback from each step. */
  readonly ready: readonly boolean[];
}

/** The answers for one manifest at each server. */
export interface ManifestAnswers {
  readonly manifest: ValueMap;
  readonly created: readonly Created[];
  /** The objects that the first server had stored. */
  readonly kept: readonly StoredOutcome[];
  /** The objects of each step on the first server after a rollback from it. */
  readonly rolledBack: readonly StoredOutcome[];
}

/** The answer to a create. */
export interface Created extends KeptAnswer {
  /** The error of strict decoding, if any; the answer is then that of a create without it. */
  readonly strict?: string;
  /** The paths that were not stored. */
  readonly missing?: readonly string[];
}

/** The state of a stored object; null if none was stored. */
export type StoredOutcome = {
  /** The status of the read. */
  readonly read: number;
  /** The paths of the manifest that are absent. */
  readonly missing?: readonly string[];
  /** The apiVersions in its managedFields. */
  readonly managers?: readonly string[];
  /** The answer to an update with the object that was read and an annotation. */
  readonly writtenBack?: KeptAnswer;
  /** The answer to an update with the manifest. */
  readonly put?: KeptAnswer;
} | null;
