import type { FactValue } from '../catalog/conversionFacts.ts';
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';

/** What one resource means differently at two targets. */
export interface Difference {
  readonly resource: Resource;
  /** Whether each target serves it; null for a custom resource without a known definition. */
  readonly served: TargetPair<boolean | null>;
  /** The storage version at each target; null if the target does not serve it, or if it is not known. */
  readonly storageVersion: TargetPair<string | null>;
  /** What only one of the targets does: refuse it, drop a field, warn. Advice is not among it. */
  readonly onlyAt: readonly FindingAtOne[];
  /** Fields that the manifest leaves out and that the targets fill in differently. */
  readonly defaults: readonly DefaultDifference[];
}

/** A value for each of the two targets. */
export interface TargetPair<T> {
  readonly from: T;
  readonly to: T;
}

/** A finding that one of the two targets gives. */
export interface FindingAtOne {
  readonly at: 'from' | 'to';
  readonly finding: Finding;
}

/** A field with its default at each target; undefined where the target leaves the field out. */
export interface DefaultDifference extends TargetPair<FactValue | undefined> {
  readonly path: string;
}
