import { inSpans } from '../../../catalog/catalog.ts';
import { dnsLabel } from '../../../formats/dns.ts';
import { compareQuantities, formatQuantity } from '../../../formats/quantity.ts';
import type { Value } from '../../value.ts';
import { sendsWarning, serviceAccountAnnotations, webhookExcludedResources } from '../facts.ts';
import { warnAboutAnnotations } from '../names.ts';
import { type EmitWarning, quoted, type WarningRule, withFieldPath } from '../rule.ts';
import { quantityOf } from './quantities.ts';

const webhookKinds = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];
const policyKinds = [
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
];
const admission = (kind: string) => `admissionregistration.k8s.io/${kind}`;
const staticSuffix = '.static.k8s.io';

/** Names of objects that make pods, whose names and host names are derived from them. */
export const nameRules: readonly WarningRule[] = [
  { source: 'pkg/registry/core/pod/strategy.go', kinds: ['/Pod'], run: warnAboutName("the Pod's hostname") },
  {
    source: 'pkg/registry/apps/deployment/strategy.go',
    kinds: [
      '/ReplicationController',
      'apps/Deployment',
      'apps/ReplicaSet',
      'batch/Job',
      'batch/CronJob',
      'extensions/Deployment',
      'extensions/ReplicaSet',
    ],
    run: warnAboutName('Pod names and hostnames'),
  },
];

function warnAboutName(use: string): WarningRule['run'] {
  return (root, warn, { versions }) => {
    if (!sendsWarning(versions.binary, 'names')) return;
    const metadata = root.at('metadata');
    const prefix = metadata.at('generateName').text;
    const name = metadata.at('name').text || (prefix === '' ? '' : `${prefix.slice(0, 58)}xxxxx`);
    const problems = name === '' ? [] : dnsLabel(name);
    if (problems.length === 0) return;
    warn(
      metadata.at(metadata.at('name').present ? 'name' : 'generateName'),
      `metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
      'Use at most 63 lower-case letters, digits and dashes, and no dots.',
    );
  };
}

/** Kinds with one or two specific warnings. */
export const objectRules: readonly WarningRule[] = [
  {
    source: 'pkg/registry/core/serviceaccount/strategy.go',
    kinds: ['/ServiceAccount'],
    run(root, warn, { versions }) {
      if (!sendsWarning(versions.binary, 'mountableSecrets')) return;
      warnAboutAnnotations(root.at('metadata'), serviceAccountAnnotations, warn);
    },
  },
  {
    source: 'pkg/registry/networking/ingress/strategy.go',
    kinds: ['networking.k8s.io/Ingress', 'extensions/Ingress'],
    run(root, warn) {
      const annotation = root.at('metadata').at('annotations').entries.get('kubernetes.io/ingress.class');
      if (annotation === undefined || root.at('spec').at('ingressClassName').present) return;
      const message = `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`;
      warn(annotation, message, 'Use spec.ingressClassName.');
    },
  },
  {
    source: 'pkg/registry/core/resourcequota/strategy.go',
    kinds: ['/ResourceQuota'],
    run(root, warn, { versions }) {
      if (sendsWarning(versions.binary, 'resourceQuota')) warnAboutQuota(root.at('spec').at('hard'), warn);
    },
  },
  {
    source: 'pkg/registry/resource/resourceslice/strategy.go',
    kinds: ['resource.k8s.io/ResourceSlice'],
    run(root, warn) {
      const driver = root.at('spec').at('driver');
      if (driver.text !== driver.text.toLowerCase()) {
        const words = `driver names should be lowercase; ${quoted(driver.text)} contains uppercase characters`;
        warn(driver, withFieldPath(driver, words), 'Write it in lower case.');
      }
    },
  },
  {
    source: 'pkg/apis/admissionregistration/validation/static_suffix.go',
    kinds: [...webhookKinds, ...policyKinds].map(admission),
    run(root, warn, { catalog, gates, versions }) {
      const gate = catalog.gates.get('ManifestBasedAdmissionControlConfig');
      if (gate === undefined || !inSpans(gate.declared, versions.binary)) return;
      const name = root.at('metadata').at('name');
      if (gates.get(gate.name)?.enabled === true || !name.text.endsWith(staticSuffix)) return;
      const words = `names ending with ${quoted(staticSuffix)} are reserved for static manifest-based configurations and cannot be managed via the API`;
      warn(name, withFieldPath(name, words), 'Choose another name.');
    },
  },
  {
    source: 'pkg/apis/admissionregistration/validation/warnings.go',
    kinds: webhookKinds.map(admission),
    run(root, warn, { gates }) {
      if (gates.get('ExcludeAdmissionWebhookVirtualResources')?.enabled !== true) return;
      for (const webhook of root.at('webhooks').items) {
        for (const rule of webhook.at('rules').items) warnAboutExcluded(rule, warn);
      }
    },
  },
  {
    source: 'staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go',
    kinds: ['*'],
    run: (root, warn) => warnAboutOwners(root.at('metadata').at('ownerReferences'), warn),
  },
];

function warnAboutQuota(hard: Value, warn: EmitWarning): void {
  for (const name of ['cpu', 'memory', 'storage', 'ephemeral-storage']) {
    const bare = name === 'cpu' || name === 'memory' ? hard.entry(name) : undefined;
    const named = hard.entry(`requests.${name}`);
    const request = named.present || bare === undefined ? named : bare;
    const requested = quantityOf(request);
    const limit = quantityOf(hard.entry(`limits.${name}`));
    if (requested === undefined || limit === undefined || compareQuantities(requested, limit) <= 0) continue;
    warn(
      request,
      `ResourceQuota ${named.present || bare === undefined ? `requests.${name}` : name} (${formatQuantity(requested)}) should be less than limits.${name} (${formatQuantity(limit)})`,
      'Requests never exceed limits: raise the limit or lower the request.',
    );
  }
}

function warnAboutExcluded(rule: Value, warn: EmitWarning): void {
  const groups = rule.at('apiGroups').items.map(({ text }) => text);
  const resources = rule.at('resources').items;
  if (groups.includes('*') || resources.some(({ text }) => text === '*')) return;
  for (const resource of resources) {
    const excluded = groups.find((group) => webhookExcludedResources.has(`${resource.text}.${group}`));
    if (excluded === undefined) continue;
    warn(
      resource,
      withFieldPath(
        rule,
        `${resource.text}.${excluded} is excluded from admission webhooks; this rule will have no effect`,
      ),
      'Remove it from the rule.',
    );
  }
}

/** The server removes duplicate owners. */
function warnAboutOwners(owners: Value, warn: EmitWarning): void {
  const seen = new Set<string>();
  const repeated: Value[] = [];
  for (const owner of owners.items) {
    const fields = [...owner.entries]
      .filter(([, field]) => field.present)
      .map(([name, { scalar }]) => `${name}=${String(scalar)}`)
      .sort()
      .join('\n');
    if (seen.has(fields)) repeated.push(owner);
    seen.add(fields);
  }
  const uids = repeated.map((owner) => owner.at('uid').text).join(', ');
  const message = `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`;
  for (const owner of repeated) warn(owner, message, 'Remove one of the two.');
}
