import type { Value } from '../../../server/src/conversion/value.ts';

/** The settings of one plugin in an AdmissionConfiguration, and the flags of the server. */
export interface PluginQuestion {
  readonly plugin: string;
  readonly settings: Value;
  readonly flags: readonly string[];
}

const off = ['EventRateLimit', 'PodTolerationRestriction', 'PodNodeSelector', 'ImagePolicyWebhook'];

/** Settings of every plugin, each with a change. */
export function pluginQuestions(kubeconfig: string): readonly PluginQuestion[] {
  const all = [
    ...ask('EventRateLimit', eventLimits()),
    ...ask('PodTolerationRestriction', tolerations()),
    ...ask('ResourceQuota', quotas()),
    ...ask('PodNodeSelector', selectors()),
    ...ask('ImagePolicyWebhook', imagePolicies(kubeconfig)),
    ...ask('ValidatingAdmissionWebhook', webhooks()),
    ...ask('MutatingAdmissionPolicy', policies('MutatingAdmissionPolicyConfiguration')),
    ...ask('ValidatingAdmissionPolicy', policies('ValidatingAdmissionPolicyConfiguration')),
    ...ask('PodSecurity', podSecurity()),
  ];
  const first = new Map(all.map((question) => [question.plugin, question]));
  const unread = [...first.values()].map(({ plugin, settings }) => ({
    ...{ plugin, settings: { ...(isMap(settings) ? settings : {}), apiVersion: 'v9', kind: 'Other' } },
    flags: off.includes(plugin) ? [] : [`--disable-admission-plugins=${plugin}`],
  }));
  return [...all, ...unread];
}

type Map = Readonly<Record<string, Value>>;

function isMap(value: Value): value is Map {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ask(plugin: string, all: readonly Value[]): readonly PluginQuestion[] {
  const flags = off.includes(plugin) ? [`--enable-admission-plugins=${plugin}`] : [];
  return all.map((settings) => ({ plugin, settings, flags }));
}

/** The settings unchanged, with another version or kind, and without these fields. */
function kinds(apiVersion: string, kind: string, rest: Map): readonly Value[] {
  const [group = ''] = apiVersion.split('/');
  return [
    { apiVersion, kind, ...rest },
    { apiVersion: `${group}/v7`, kind, ...rest },
    { apiVersion, kind: 'Settings', ...rest },
    { kind, ...rest },
    { apiVersion, ...rest },
    { apiVersion: '', kind, ...rest },
    rest,
    { apiVersion, kind, ...rest, other: 1 },
  ];
}

function eventLimits(): readonly Value[] {
  const [apiVersion, kind] = ['eventratelimit.admission.k8s.io/v1alpha1', 'Configuration'];
  const limit = { type: 'Namespace', qps: 5, burst: 10, cacheSize: 100 };
  const changed: readonly Value[] = [
    ...['Server', 'User', 'SourceAndObject', 'namespace', '', null, 7].map((type) => ({ ...limit, type })),
    ...[0, -1, 1, 2147483648, '5', 1.5, true, null].flatMap((value) => [
      { ...limit, qps: value },
      { ...limit, burst: value },
      { ...limit, cacheSize: value },
      { ...limit, type: 'Server', cacheSize: value },
    ]),
    { ...limit, other: 1 },
    null,
    'x',
  ];
  return [
    ...kinds(apiVersion, kind, { limits: [limit] }),
    ...changed.map((limit) => ({ apiVersion, kind, limits: [limit] })),
    { apiVersion, kind },
    { apiVersion, kind, limits: null },
    { apiVersion, kind, limits: [] },
    { apiVersion, kind, limits: {} },
    { apiVersion, kind, limits: [limit, limit] },
  ];
}

function tolerations(): readonly Value[] {
  const [apiVersion, kind] = ['podtolerationrestriction.admission.k8s.io/v1alpha1', 'Configuration'];
  const toleration = { key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoExecute', tolerationSeconds: 5 };
  const changed: readonly Value[] = [
    ...['', 'a b', 'example.com/gpu', 'a/b/c', 5, null].map((key) => ({ ...toleration, key })),
    ...['', 'Exists', 'Lt', 'Gt', 'In', null].flatMap((operator) => [
      { ...toleration, operator },
      { ...toleration, operator, value: '' },
      { operator },
    ]),
    ...['', 'a b', '-', '7', null].map((value) => ({ ...toleration, value })),
    ...['', 'NoSchedule', 'PreferNoSchedule', 'Never', null].flatMap((effect) => [
      { ...toleration, effect },
      { key: 'a', operator: 'Exists', effect },
    ]),
    ...[-1, '5', 1.5, null].map((tolerationSeconds) => ({ ...toleration, tolerationSeconds })),
    { ...toleration, other: 1 },
    {},
    null,
  ];
  return [
    ...kinds(apiVersion, kind, { default: [toleration], whitelist: [toleration] }),
    ...changed.map((item, index) => ({ apiVersion, kind, [index % 2 === 0 ? 'default' : 'whitelist']: [item] })),
    { apiVersion, kind },
    { apiVersion, kind, default: {} },
    { apiVersion, kind, whitelist: 'x' },
  ];
}

function quotas(): readonly Value[] {
  const kind = 'ResourceQuotaConfiguration';
  const apiVersion = 'apiserver.config.k8s.io/v1';
  const scope = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] };
  const limited = { apiGroup: '', resource: 'pods', matchContains: ['cpu'], matchScopes: [scope] };
  const changed: readonly Value[] = [
    ...['', null, 5].flatMap((text) => [
      { ...limited, resource: text },
      { ...limited, apiGroup: text },
      { ...limited, matchContains: [text] },
      { ...limited, matchScopes: [{ ...scope, scopeName: text }] },
      { ...limited, matchScopes: [{ ...scope, operator: text }] },
      { ...limited, matchScopes: [{ ...scope, values: text }] },
    ]),
    { ...limited, other: 1 },
    { ...limited, matchScopes: [{ ...scope, other: 1 }] },
    { matchContains: ['.storageclass.storage.k8s.io/requests.storage'] },
    {},
    null,
  ];
  return [
    ...kinds(apiVersion, kind, { limitedResources: [limited] }),
    ...changed.map((changedLimit) => ({ apiVersion, kind, limitedResources: [changedLimit] })),
    ...['v1alpha1', 'v1beta1', 'v1'].flatMap((version) => [
      { apiVersion: `resourcequota.admission.k8s.io/${version}`, kind: 'Configuration', limitedResources: [limited] },
      { apiVersion: `resourcequota.admission.k8s.io/${version}`, kind, limitedResources: [limited] },
    ]),
    { apiVersion, kind },
    { apiVersion, kind, limitedResources: {} },
  ];
}

function selectors(): readonly Value[] {
  const inside: readonly Value[] = [
    { clusterDefaultNodeSelector: 'a=b' },
    { clusterDefaultNodeSelector: 'a in (b)' },
    { shop: 5 },
    null,
    'x',
  ];
  return [{}, ...inside.map((podNodeSelectorPluginConfig) => ({ podNodeSelectorPluginConfig }))];
}

function imagePolicies(kubeConfigFile: string): readonly Value[] {
  const numbers = [0, 1, -1, -2, 30, 1800, 1801, 300000, 300001, '30s', 1.5, null];
  return [
    { imagePolicy: { kubeConfigFile, defaultAllow: true } },
    { imagePolicy: { kubeConfigFile, defaultAllow: 'yes' } },
    { imagePolicy: { kubeConfigFile, other: 1 } },
    ...numbers.flatMap((number) =>
      ['allowTTL', 'denyTTL', 'retryBackoff'].map((name) => ({ imagePolicy: { kubeConfigFile, [name]: number } })),
    ),
  ];
}

function webhooks(): readonly Value[] {
  const [apiVersion, kind] = ['apiserver.config.k8s.io/v1', 'WebhookAdmissionConfiguration'];
  return [
    ...kinds(apiVersion, kind, {}),
    { apiVersion: 'apiserver.config.k8s.io/v1alpha1', kind: 'WebhookAdmission' },
    { apiVersion, kind, kubeConfigFile: 'relative/kubeconfig' },
    { apiVersion, kind, staticManifestsDir: 'relative' },
    { apiVersion, kind, kubeConfigFile: 5 },
  ];
}

function policies(kind: string): readonly Value[] {
  const apiVersion = 'apiserver.config.k8s.io/v1';
  return [...kinds(apiVersion, kind, {}), { apiVersion, kind, staticManifestsDir: 'relative' }];
}

function podSecurity(): readonly Value[] {
  const [apiVersion, kind] = ['pod-security.admission.config.k8s.io/v1', 'PodSecurityConfiguration'];
  const defaults = ['baseline', '', 'strict', 5].flatMap((level) => [
    { enforce: level },
    { warn: level, 'warn-version': 'latest' },
    { audit: level, 'audit-version': 'v1' },
  ]);
  const lists = [['a'], ['a', 'a'], [''], ['A_'], 'a', null];
  return [
    ...kinds(apiVersion, kind, { defaults: {} }),
    ...defaults.map((podDefaults) => ({ apiVersion, kind, defaults: podDefaults })),
    ...lists.flatMap((list) =>
      ['namespaces', 'runtimeClasses', 'usernames'].map((name) => ({ apiVersion, kind, exemptions: { [name]: list } })),
    ),
  ];
}
