import { at136, runScenarios } from './scenario.ts';

const noted =
  '{"apiVersion":"policy/v1beta1","kind":"PodDisruptionBudget","metadata":{"name":"a"},"spec":{"minAvailble":1}}';
const budget = (annotation: string) =>
  [
    'apiVersion: policy/v1',
    'kind: PodDisruptionBudget',
    'metadata:',
    '  name: a',
    '  annotations:',
    `    kubectl.kubernetes.io/last-applied-configuration: ${annotation}`,
    'spec: {minAvailable: 1}',
    '',
  ].join('\n');
const removed = 'policy/v1beta1 PodDisruptionBudget was last served by Kubernetes 1.24';

runScenarios('what kubectl noted as applied last', [
  {
    title: 'is ignored',
    files: { 'a.yaml': budget(`|\n      ${noted}`) },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['1 resource judged'],
    never: [removed],
  },
  {
    title: 'is judged where it stands when that is asked for',
    files: { 'a.yaml': budget(`|\n      ${noted}`) },
    type: `check . --last-applied --fail-on information ${at136}`,
    exit: 1,
    stdout: ['a.yaml:7:21', removed, '2 resources judged'],
  },
  {
    title: 'is judged in quotes, too',
    files: { 'a.yaml': budget(`'${noted}'`), 'b.yaml': budget(JSON.stringify(noted)) },
    type: `check . --last-applied ${at136}`,
    exit: 0,
    stdout: ['a.yaml:6:70', 'b.yaml:6:72', '4 resources judged'],
  },
  {
    title: 'is nothing that a fix edits in quotes, and nothing where it cannot be read',
    files: { 'a.yaml': budget("'{'"), 'b.yaml': budget('{a: b}') },
    type: `check a.yaml --last-applied ${at136}`,
    exit: 0,
    stdout: ['1 resource judged'],
  },
]);
