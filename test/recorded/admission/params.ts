import { type Pick, pickFrom } from './drawing.ts';

/** A policy with its binding, parameters and namespaces, and objects that are created while these exist. */
export interface ParamScene {
  readonly given: readonly object[];
  readonly asked: readonly object[];
}

interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
}

type Validations = [Validation, ...Validation[]];

const group = 'policy.example.com';

/** The definitions of two kinds of parameters: one namespaced, one cluster-scoped. */
export const paramDefinitions: readonly object[] = [
  definition('Limit', 'Namespaced'),
  definition('ClusterLimit', 'Cluster'),
];

/** The scene of a seed: its objects carry its label, so that no other policy matches them. */
export function paramSceneOf(seed: number): ParamScene {
  const pick = pickFrom(seed);
  const [scene, other] = [`s${seed}`, `s${seed}-other`];
  const kind = pick('ConfigMap', 'ConfigMap', 'Limit', 'Limit', 'ClusterLimit', undefined);
  const namespaces = [scene, other].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { tier: pick('gold', 'silver') } },
  }));
  const params =
    kind === undefined
      ? []
      : ['small', 'large', 'broken']
          .filter(() => pick(true, true, false))
          .map((name) => param(kind, name, pick(scene, scene, other), scene, pick));
  return {
    given: [...namespaces, ...params, policy(scene, kind, pick), binding(scene, other, kind, pick)],
    asked: Array.from({ length: 6 }, (_, index) => objectFor(`x${index}`, index, scene, other, pick)),
  };
}

function definition(kind: string, scope: string): object {
  const plural = `${kind.toLowerCase()}s`;
  const properties = {
    max: { type: 'integer' },
    min: { type: 'integer', default: 1 },
    team: { type: 'string' },
    list: { type: 'array', items: { type: 'string' } },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
        },
      ],
    },
  };
}

function apiVersionOf(kind: string): string {
  return kind === 'ConfigMap' ? 'v1' : `${group}/v1`;
}

function param(kind: string, name: string, namespace: string, scene: string, pick: Pick): object {
  const of = kind === 'ClusterLimit' ? { name: `${scene}-${name}` } : { name, namespace };
  const metadata = { ...of, labels: { for: scene, size: name } };
  const max = pick(1, 3, 5);
  const team = pick('red', 'blue');
  const rest = { ...(name === 'broken' ? {} : { team }), ...(pick(true, false) ? { list: ['red', 'green'] } : {}) };
  const content =
    kind === 'ConfigMap'
      ? { data: { max: `${max}`, team: name === 'broken' ? '' : team, ...(name === 'broken' ? {} : { min: '1' }) } }
      : { spec: { max, ...rest } };
  return { apiVersion: apiVersionOf(kind), kind, metadata, ...content };
}

function policy(name: string, kind: string | undefined, pick: Pick): object {
  const size = 'object.?metadata.labels.size.orValue("0")';
  const ofConfigMap: Validations = [
    { expression: `int(${size}) <= int(params.data.max)` },
    { expression: `int(${size}) >= int(params.data.min)`, message: 'too small' },
    {
      expression: 'object.metadata.labels.team == params.data.team',
      messageExpression: '"team must be " + params.data.team',
    },
    { expression: 'params == null || params.metadata.name != "large"' },
    { expression: 'params.kind == "ConfigMap" && params.apiVersion == "v2"' },
    { expression: 'has(params.metadata.annotations)' },
    { expression: 'params.data.size() > 3' },
  ];
  const ofLimit: Validations = [
    { expression: `int(${size}) <= params.spec.max` },
    { expression: `int(${size}) > params.spec.min`, messageExpression: '"at least " + string(params.spec.min)' },
    { expression: 'has(params.spec.team) && object.metadata.labels.team == params.spec.team' },
    { expression: 'object.metadata.labels.team in params.spec.list', message: 'not listed' },
    { expression: 'params.metadata.labels.size == "small"' },
    { expression: 'has(params.status)' },
    { expression: 'params != null && variables.max > 3' },
  ];
  const ofNamespaces: Validations = [
    { expression: 'namespaceObject.metadata.labels.tier == "gold"', message: 'not gold' },
    { expression: 'namespaceObject == null || "tier" in namespaceObject.metadata.labels' },
    { expression: 'namespaceObject != null && namespaceObject.metadata.name == "default"' },
    { expression: 'has(namespaceObject.metadata.annotations)' },
    { expression: 'namespaceObject.metadata.labels.size() > 2' },
    { expression: 'namespaceObject.metadata.labels.other == "x"' },
    { expression: 'namespaceObject.status.phase == "Terminating"' },
  ];
  const expressions = kind === undefined ? ofNamespaces : kind === 'ConfigMap' ? ofConfigMap : ofLimit;
  const all: Validations = pick(true, false, false) ? [...expressions, ...ofNamespaces] : expressions;
  const chosen = all.filter(() => pick(true, false, false, false));
  // The server reports the first of several reasons, so most policies have only one, which can be compared.
  const usable = pick(true, true, false) || chosen.length === 0 ? [pick(...all)] : chosen;
  const variables = kind === undefined || kind === 'ConfigMap' ? [] : [{ name: 'max', expression: 'params.spec.max' }];
  const conditions = [
    'params != null',
    kind === 'ConfigMap' ? 'params.data.team != "blue"' : 'params.spec.max > 1',
  ].filter(() => kind !== undefined && pick(true, false, false, false));
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      ...(kind === undefined ? {} : { paramKind: { apiVersion: apiVersionOf(kind), kind } }),
      failurePolicy: pick('Fail', 'Fail', 'Ignore'),
      matchConstraints: {
        resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] }],
      },
      ...(conditions.length === 0
        ? {}
        : { matchConditions: conditions.map((expression, index) => ({ name: `c${index}`, expression })) }),
      ...(variables.length === 0 ? {} : { variables }),
      validations: usable,
    },
  };
}

function binding(name: string, other: string, kind: string | undefined, pick: Pick): object {
  const named = pick('small', 'large', 'broken', 'missing');
  const namespace = kind === 'ClusterLimit' ? pick('', '', '', name) : pick('', '', name, other);
  const selector = pick<object>(
    { matchLabels: { for: name } },
    {
      matchExpressions: [
        { key: 'for', operator: 'In', values: [name] },
        { key: 'size', operator: 'NotIn', values: ['broken'] },
      ],
    },
  );
  const paramRef = {
    ...(pick(true, true, false) ? { name: kind === 'ClusterLimit' ? `${name}-${named}` : named } : { selector }),
    ...(namespace === '' ? {} : { namespace }),
    parameterNotFoundAction: pick('Allow', 'Deny'),
  };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: {
      policyName: name,
      validationActions: pick(['Deny'], ['Deny'], ['Warn'], ['Audit', 'Warn']),
      ...(pick(true, true, true, true, true, false) ? { paramRef } : {}),
      matchResources: { objectSelector: { matchLabels: { scene: name } } },
    },
  };
}

function objectFor(name: string, index: number, scene: string, other: string, pick: Pick): object {
  const labels = {
    scene,
    size: pick('0', '1', '2', '4', '9'),
    ...(pick(true, true, false) ? { team: pick('red', 'blue') } : {}),
  };
  const metadata = { name, namespace: pick(scene, scene, other), labels };
  const whole = { name: `${scene}-${name}`, labels };
  const kinds: readonly object[] = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'nginx' }] } },
      },
    },
    { apiVersion: `${group}/v1`, kind: 'Limit', metadata, spec: { max: 2 } },
    { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'a', image: 'nginx' }] } },
    { apiVersion: `${group}/v1`, kind: 'ClusterLimit', metadata: whole, spec: { max: 2 } },
    { apiVersion: 'v1', kind: 'Namespace', metadata: whole },
  ];
  return kinds[index % kinds.length] ?? { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}
