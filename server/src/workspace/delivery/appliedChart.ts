import type { Delivery } from '../../gitops/delivery.ts';

/** A cluster that a part of a repository is applied to. */
export interface AppliedCluster {
  /** Its display name. */
  readonly name: string;
  readonly tool: Delivery['tool'];
  /** Its entry folder, absolute; undefined for a cluster known only by name. */
  readonly folder: string | undefined;
  /** Whether the cluster certainly is that of the folder or name, not just of any content of the folder. */
  readonly isCertain: boolean;
}

/** One rendering of a chart. */
export interface AppliedChart {
  /** Files of values, absolute. */
  readonly files: readonly string[];
  readonly set: readonly string[];
  /** The name and the namespace of the release; undefined if unknown. */
  readonly release: string | undefined;
  readonly namespace: string | undefined;
  /** Further values, which are unknown, as in "rendered without the values of the Secret a". */
  readonly open: readonly string[];
  /** Undefined if unknown. */
  readonly cluster: AppliedCluster | undefined;
}
