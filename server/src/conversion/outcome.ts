import type { Resource } from '../manifest/manifest.ts';
import type { GroupVersion, GroupVersionKind } from '../targets/groupVersion.ts';

/** The result of converting a resource. */
export interface ConversionOutcome {
  readonly resource: Resource;
  readonly from: GroupVersionKind;
  /** The requested version; undefined if there is none to convert to. */
  readonly to: GroupVersion | undefined;
  readonly done: boolean;
  /** The losses, or the reasons why it was not converted. */
  readonly notes: readonly string[];
  /** Whether a resource that should have been converted was not. */
  readonly failed: boolean;
}

/** A text after conversions. */
export interface ConvertedText {
  readonly text: string;
  /** For each resource that should change, in text order. */
  readonly outcomes: readonly ConversionOutcome[];
  /** For each resource that rightly stays as it is, the reason as a phrase: `served at every target`. */
  readonly left: readonly string[];
  /** The number of references to APIs in fields that were converted too. */
  readonly followed: number;
}
