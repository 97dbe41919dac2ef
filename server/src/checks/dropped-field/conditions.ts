import { type Node, stringFor } from '../../manifest/node.ts';

/** Whether a rule's condition holds for a value at a path. */
export type Condition = (value: Node, path: string) => boolean;

/**
 * The conditions that rules name. Each follows the function of k8s.io/kubernetes that the rule's `source` names;
 * an unknown name never holds, so that a mistake in the data claims nothing.
 */
export const conditions: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  // A claim of a pod's own resources is not dropped, only those of its containers.
  ['in-container', (_, path) => /ontainers\[\d+\]\.resources\.claims$/.test(path)],
  ['in-init-container', (_, path) => /initContainers\[\d+\]\.restartPolicy$/.test(path)],
  // `restartPolicy: Always` of an init container makes it a sidecar and stays (dropContainerRestartRules).
  ['not-sidecar', (value, path) => !(isAlways(value) && /initContainers\[\d+\]\.restartPolicy$/.test(path))],
  ['names-namespace', (value) => value.kind === 'map' && (stringFor(value, 'namespace') ?? '') !== ''],
]);

function isAlways(value: Node): boolean {
  return value.kind === 'scalar' && value.value === 'Always';
}
