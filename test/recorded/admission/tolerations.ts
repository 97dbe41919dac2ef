const usual = ['not-ready', 'unreachable'].map((name) => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));
const toleration = { key: 'a', operator: 'Exists', effect: 'NoSchedule' };
const pressure = { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' };

/** Tolerations for pods and for the allowed list of a namespace. */
export const tolerationLists: readonly (readonly object[])[] = [
  [],
  [toleration],
  usual,
  [...usual, toleration],
  [...usual, pressure],
  [{ key: 'b', operator: 'Exists' }],
  [{ operator: 'Exists' }],
];

/** A namespace that allows pods only these tolerations; all if undefined. */
export function namespaceWith(name: string, allowed: readonly object[] | undefined): object {
  const annotations =
    allowed === undefined ? {} : { 'scheduler.alpha.kubernetes.io/tolerationsWhitelist': JSON.stringify(allowed) };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, annotations } };
}

/** A pod with tolerations and requests. */
export function podWith(
  namespace: string,
  tolerations: readonly object[],
  requests: object | undefined,
  labels: object,
): object {
  const container = { name: 'a', image: 'nginx', ...(requests === undefined ? {} : { resources: { requests } }) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace, labels },
    spec: { ...(tolerations.length === 0 ? {} : { tolerations }), containers: [container] },
  };
}
