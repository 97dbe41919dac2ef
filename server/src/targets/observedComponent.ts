/** Components of one version that run in a cluster or send requests to its API server. */
export interface ObservedComponent {
  /** `kubelet`, a name of `sources/components.ts`. */
  readonly component: string;
  /** `v1.31.4`. */
  readonly version: string;
  /** The number of nodes, Pods or users, each counted once. */
  readonly count: number;
  /** The names of the first nodes, Pods or users. */
  readonly names: readonly string[];
  /** Where they were observed. */
  readonly seenIn: 'cluster' | 'audit log';
}
