import type { Delivery } from '../../gitops/delivery.ts';
import type { ChartRelease } from '../charts/renderCharts.ts';

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
export interface AppliedChart extends Omit<ChartRelease, 'target'> {
  /** Undefined if unknown. */
  readonly cluster: AppliedCluster | undefined;
}
