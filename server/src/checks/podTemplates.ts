import type { Value } from './value.ts';

/** Where a kind, `group/Kind`, keeps the pods that it makes. */
export const podTemplates: ReadonlyMap<string, readonly string[]> = new Map([
  ['/PodTemplate', ['template']],
  ['/ReplicationController', ['spec', 'template']],
  ['apps/DaemonSet', ['spec', 'template']],
  ['apps/Deployment', ['spec', 'template']],
  ['apps/ReplicaSet', ['spec', 'template']],
  ['apps/StatefulSet', ['spec', 'template']],
  ['extensions/DaemonSet', ['spec', 'template']],
  ['extensions/Deployment', ['spec', 'template']],
  ['extensions/ReplicaSet', ['spec', 'template']],
  ['batch/Job', ['spec', 'template']],
  ['batch/CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
]);

/** A pod or pod template in an object: a value with `metadata` and `spec`. */
export interface PodInside {
  readonly pod: Value;
  readonly isTemplate: boolean;
}

/** The path of the pod in a kind, `group/Kind`; undefined for kinds that make none. */
export function podPath(kind: string): readonly string[] | undefined {
  return kind === '/Pod' ? [] : podTemplates.get(kind);
}

/** The pod that an object is, or makes; undefined if the kind has none, or the object leaves it out. */
export function podIn(kind: string, root: Value): PodInside | undefined {
  const path = podPath(kind);
  if (path === undefined) return undefined;
  const pod = path.reduce((at, name) => at.at(name), root);
  return pod.at('spec').present ? { pod, isTemplate: path.length > 0 } : undefined;
}
