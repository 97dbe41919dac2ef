import { runScenarios } from './scenario.ts';

const version = (name: string, spec: string, storage: boolean) => `    - name: ${name}
      served: true
      storage: ${storage}
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, required: [], properties: { ${spec} } } } } }
`;
const definition = (old: string, now: string, conversion = 'None') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: lamps, kind: Lamp, singular: lamp, listKind: LampList }
  conversion: { strategy: ${conversion} }
  versions:
${version('v1alpha1', old, false)}${version('v1', now, true)}`;

const old = 'colour: { type: string }, host: { type: string, pattern: "^[a-z.]+:[0-9]+$" }, delay: { type: string }';
const now =
  'tint: { type: string }, name: { type: string }, port: { type: integer, minimum: 1 }, delaySeconds: { type: integer }';
const rules = (more = '') => `families:
  - kinds: [Lamp]
    source: ours
    versions:
      example.com/v1alpha1:
        - { step: rename, path: spec.colour, to: tint }
        - { step: split, at: spec, from: host, separator: ":", to: [name, port], integers: [port] }
        - { step: duration, at: spec, from: delay, to: delaySeconds, unit: seconds }
${more}      example.com/v1: []
`;
const lamp = `apiVersion: example.com/v1alpha1
kind: Lamp
metadata:
  name: a
spec:
  colour: red # as a rose
  # where it stands
  host: "hall.example.com:80"
  delay: 1m30s
`;
const webhook = 'Webhook, webhook: { conversionReviewVersions: [v1], clientConfig: { url: "https://a.example.com" } }';

runScenarios('crd conversions', [
  {
    title: 'shows rules as a table and what came of them',
    files: { 'crd.yaml': definition(old, now), 'rules.yaml': rules(), '.kubecompat.yaml': 'targets: {}\n' },
    type: 'crd conversions rules.yaml',
    exit: 0,
    stdout: [
      'Lamp: example.com/v1alpha1, example.com/v1 (the hub is v1)',
      'v1alpha1  rename    spec.colour  spec.tint',
      'spec.name ":" spec.port',
      'spec.delaySeconds in seconds',
      'v1alpha1  v1        100',
    ],
    never: ['changes in silence', 'Not checked'],
  },
  {
    title: 'writes Markdown',
    files: { 'crd.yaml': definition(old, now), 'rules.yaml': rules() },
    type: 'crd conversions rules.yaml --format=markdown',
    exit: 0,
    stdout: ['## Lamp', '| v1alpha1 | rename | spec.colour | spec.tint |'],
  },
  {
    title: 'finds what changes in silence',
    files: {
      'crd.yaml': definition('mode: { type: string, enum: [a, b] }', 'mode: { type: string, enum: [x] }'),
      '.kubecompat.yaml': 'targets: {}\n',
      'rules.yaml':
        'families: [{ kinds: [Lamp], source: ours, versions: { example.com/v1alpha1: [{ step: values, path: spec.mode, pairs: [[a, x], [b, x]] }], example.com/v1: [] } }]',
    },
    type: 'crd conversions rules.yaml',
    exit: 1,
    stdout: ['changes in silence', 'spec.mode', 'comes back as something else'],
  },
  {
    title: 'shows the built-in rules of a group or a kind',
    type: 'crd conversions BackendTLSPolicy',
    exit: 0,
    stdout: ['rename', 'spec.tls', 'spec.validation', 'spec.targetRefs[0]'],
    never: ['HTTPRoute'],
  },
  {
    title: 'knows no rules for what has none',
    type: 'crd conversions nothing.example.com',
    exit: 2,
    stderr: ['there are no rules for nothing.example.com'],
  },
  {
    title: 'says where a file of rules is wrong',
    files: { 'rules.yaml': rules('        - { step: drop, path: metadata.name }\n') },
    type: 'crd conversions rules.yaml',
    exit: 2,
    stderr: ['rules.yaml:9:11', 'only labels and annotations'],
  },
]);

runScenarios('convert with rules', [
  {
    title: 'goes by the rules that the configuration names',
    files: {
      'crd.yaml': definition(old, now, webhook),
      'rules.yaml': rules(),
      '.kubecompat.yaml': 'conversions: [rules.yaml]\n',
      'lamp.yaml': lamp,
    },
    type: 'convert lamp.yaml --to example.com/v1 --diff',
    exit: 0,
    stdout: [
      '+apiVersion: example.com/v1',
      '+  tint: red # as a rose',
      '+  name: "hall.example.com"',
      '+  port: 80',
      '+  delaySeconds: 90',
    ],
  },
  {
    title: 'refuses a configuration whose rules cannot be read',
    files: { 'rules.yaml': 'rules: []', '.kubecompat.yaml': 'conversions: [rules.yaml]\n', 'lamp.yaml': lamp },
    type: 'convert lamp.yaml --to example.com/v1',
    exit: 2,
    stderr: ['rules.yaml:1:', 'the rules stand under families'],
  },
  {
    title: 'reads no rules from outside of the folder of the configuration',
    files: { '.kubecompat.yaml': 'conversions: [/etc]\n', 'lamp.yaml': lamp },
    type: 'convert lamp.yaml --to example.com/v1',
    exit: 2,
    stderr: ['leads out of the folder of the configuration'],
  },
  {
    title: 'changes the apiVersion alone where the definition converts nothing',
    files: {
      'crd.yaml': definition('a: { type: string }', 'a: { type: string }'),
      'lamp.yaml': 'apiVersion: example.com/v1alpha1 # old\nkind: Lamp\nmetadata: { name: a }\nspec: { a: b }\n',
    },
    type: 'convert lamp.yaml crd.yaml --to example.com/v1 --diff',
    exit: 0,
    stdout: ['+apiVersion: example.com/v1 # old'],
  },
  {
    title: 'writes down the defaults that its versions do not share',
    files: {
      'crd.yaml': definition('a: { type: string, default: x }', 'a: { type: string, default: y }'),
      'lamp.yaml': 'apiVersion: example.com/v1alpha1\nkind: Lamp\nmetadata: { name: a }\nspec: {}\n',
    },
    type: 'convert lamp.yaml crd.yaml --to example.com/v1 --diff',
    exit: 0,
    stdout: ['a: x'],
  },
  {
    title: 'says what a definition without conversion would prune',
    files: {
      'crd.yaml': definition('a: { type: string }', 'b: { type: string }'),
      'lamp.yaml': 'apiVersion: example.com/v1alpha1\nkind: Lamp\nmetadata: { name: a }\nspec: { a: b }\n',
    },
    type: 'convert lamp.yaml crd.yaml --to example.com/v1',
    exit: 1,
    stderr: ['not converted without --accept-lossy', 'spec.a: does not exist in example.com/v1'],
  },
  {
    title: 'says what the new version refuses',
    files: {
      'crd.yaml': definition(
        'a: { type: string }',
        'a: { type: string, x-kubernetes-validations: [{ rule: self != "b", message: not b }] }',
      ),
      'lamp.yaml': 'apiVersion: example.com/v1alpha1\nkind: Lamp\nmetadata: { name: a }\nspec: { a: b }\n',
    },
    type: 'convert lamp.yaml crd.yaml --to example.com/v1',
    exit: 1,
    stderr: ['something is left to decide', 'spec.a: example.com/v1 refuses it (not b)'],
  },
  {
    title: 'does not guess what a webhook does with versions that differ',
    files: {
      'crd.yaml': definition('a: { type: string }', 'b: { type: string }', webhook),
      'lamp.yaml': 'apiVersion: example.com/v1alpha1\nkind: Lamp\nmetadata: { name: a }\nspec: { a: b }\n',
    },
    type: 'convert lamp.yaml crd.yaml --to example.com/v1',
    exit: 1,
    stdout: ['0 resources in 0 files can be converted'],
  },
]);
