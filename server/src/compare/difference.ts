import type { FactValue } from '../catalog/conversionFacts.ts';
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';

/** The differences of one resource between two targets. */
export interface Difference {
  readonly resource: Resource;
  /** Whether each target serves it; null for a custom resource without a known definition. */
  readonly served: TargetPair<boolean | null>;
  /** The storage version at each target; null if it is not served or unknown. */
  readonly storageVersion: TargetPair<string | null>;
  /** The findings at only one target, without advice. */
  readonly onlyAt: readonly FindingAtOneTarget[];
  /** The omitted fields that the targets default differently. */
  readonly defaults: readonly DefaultDifference[];
}

/** A value for each of the two targets. */
export interface TargetPair<T> {
  readonly from: T;
  readonly to: T;
}

/** A finding at one of the two targets. */
export interface FindingAtOneTarget {
  readonly at: 'from' | 'to';
  readonly finding: Finding;
}

/** A field with its default at each target; undefined if it has none. */
export interface DefaultDifference extends TargetPair<FactValue | undefined> {
  readonly path: string;
}
