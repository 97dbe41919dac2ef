import type { Resource } from '../manifest/manifest.ts';
import type { GroupVersion, GroupVersionKind } from '../targets/groupVersion.ts';

/** What became of one resource. */
export interface ConversionOutcome {
  readonly resource: Resource;
  readonly from: GroupVersionKind;
  /** The version that was asked for; undefined where there is none to convert to. */
  readonly to: GroupVersion | undefined;
  readonly done: boolean;
  /** What it costs, or why it was not done. */
  readonly notes: readonly string[];
  /** Whether a resource that should have been converted was not. */
  readonly failed: boolean;
}

/** A text after conversions. */
export interface ConvertedText {
  readonly text: string;
  /** For each resource that is asked to change, in the order of the text. */
  readonly outcomes: readonly ConversionOutcome[];
  /** How many references to APIs inside fields were moved along. */
  readonly followed: number;
}
