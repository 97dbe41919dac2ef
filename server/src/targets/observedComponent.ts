/** Components of one version that run in a cluster, or ask its API server for something. */
export interface ObservedComponent {
  /** `kubelet`, a name of `sources/components.ts`. */
  readonly component: string;
  /** `v1.31.4`. */
  readonly version: string;
  /** How many there are, each node, Pod or user counted once. */
  readonly count: number;
  /** The first of them: names of nodes, Pods or users. */
  readonly names: readonly string[];
  /** Where that was seen. */
  readonly seenIn: 'cluster' | 'audit log';
}
