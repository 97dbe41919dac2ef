import { isValueList, isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import type { ObjectKey } from '../objects/store.ts';
import type { ServedTarget } from '../servedTarget.ts';
import { metadataOf } from './finished.ts';

const webhooks = [
  {
    group: 'admissionregistration.k8s.io',
    resource: 'mutatingwebhookconfigurations',
    what: 'MutatingWebhookConfiguration',
  },
  {
    group: 'admissionregistration.k8s.io',
    resource: 'validatingwebhookconfigurations',
    what: 'ValidatingWebhookConfiguration',
  },
];

/** The namespaces that every cluster has. */
const systemNamespaces: ReadonlySet<string> = new Set(['default', 'kube-node-lease', 'kube-public', 'kube-system']);

/** Warnings about objects of the workspace whose verdict on a write is not known, and about an unknown namespace. */
export function unknownAdmission(
  operation: string,
  key: ObjectKey,
  _object: ValueMap,
  target: ServedTarget,
): readonly string[] {
  const { served, namespace } = key;
  const called = webhooks.flatMap(({ group, resource, what }) =>
    target.store
      .list({ group, resource })
      .filter((configuration) => listAt(configuration, 'webhooks').some((webhook) => isCalled(webhook, operation, key)))
      .map((configuration) => `kubecompat: ${what} ${String(metadataOf(configuration)['name'])} was not asked`),
  );
  if (namespace === undefined) return called;
  const quotas = operation === 'CREATE' ? target.store.list({ group: '', resource: 'resourcequotas' }, namespace) : [];
  const counted = quotas.map(
    (quota) =>
      `kubecompat: what ResourceQuota ${String(metadataOf(quota)['name'])} leaves in ${namespace} is not known`,
  );
  const isKnown =
    systemNamespaces.has(namespace) || target.namespaces().has(namespace) || served.resource === 'namespaces';
  const missing = isKnown
    ? []
    : [`kubecompat: the namespace ${namespace} is not in the workspace; a server refuses this if it does not exist`];
  return [...called, ...counted, ...missing];
}

/** Whether a rule of a webhook covers a request; its selectors may still exclude it. */
function isCalled(webhook: Value, operation: string, { served }: ObjectKey): boolean {
  if (served.group === 'admissionregistration.k8s.io') return false;
  return listAt(webhook, 'rules').some((rule) => {
    const covers = (field: string, value: string) => {
      const values = listAt(rule, field);
      return values.includes('*') || values.includes(value);
    };
    const scope = isValueMap(rule) ? (rule['scope'] ?? '*') : '*';
    return (
      covers('operations', operation) &&
      covers('apiGroups', served.group) &&
      covers('apiVersions', served.version) &&
      (covers('resources', served.resource) || covers('resources', '*/*')) &&
      (scope === '*' || scope === (served.namespaced ? 'Namespaced' : 'Cluster'))
    );
  });
}

function listAt(value: Value | undefined, name: string): readonly Value[] {
  const list = isValueMap(value) ? value[name] : undefined;
  return isValueList(list) ? list : [];
}
