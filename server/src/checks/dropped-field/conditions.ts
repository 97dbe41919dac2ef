import { type Node, stringFor } from '../../manifest/node.ts';

/** Whether a rule's condition holds for a value at a path. */
export type Condition = (value: Node, path: string) => boolean;

/**
 * The conditions in rules. Each follows the k8s.io/kubernetes function in the rule's `source`; an unknown name never
 * holds, so that wrong data causes no finding.
 */
export const conditions: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  // Claims of pod-level resources are kept, only those of containers are dropped.
  ['in-container', (_, path) => /ontainers\[\d+\]\.resources\.claims$/.test(path)],
  ['in-init-container', (_, path) => /initContainers\[\d+\]\.restartPolicy$/.test(path)],
  // `restartPolicy: Always` of an init container makes it a sidecar and stays (dropContainerRestartRules).
  ['not-sidecar', (value, path) => !(isAlways(value) && /initContainers\[\d+\]\.restartPolicy$/.test(path))],
  ['names-namespace', (value) => value.kind === 'map' && (stringFor(value, 'namespace') ?? '') !== ''],
]);

function isAlways(value: Node): boolean {
  return value.kind === 'scalar' && value.value === 'Always';
}
