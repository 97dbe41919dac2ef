import { config, configMap, oldIngress } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

runScenarios('targets', [
  {
    title: 'no configuration: the newest minor, and the report says so',
    files: { 'a.yaml': configMap },
    type: 'check .',
    exit: 0,
    stdout: ['no target was given: the newest minor of the catalogue'],
  },
  {
    title: 'the server as its flags describe it',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version 1.37 --emulated-version=1.35 --min-compatibility-version 1.34',
    exit: 0,
    stdout: ['Kubernetes 1.37 emulating 1.35', 'min compatibility 1.34'],
  },
  {
    title: 'switches of the server without a value',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version=1.37 --emulated-version=1.36 --emulation-forward-compatible',
    exit: 0,
  },
  {
    title: '--target and server flags exclude each other',
    files: { 'a.yaml': configMap },
    type: `check . ${at136} --binary-version 1.37`,
    exit: 2,
    stderr: ['exclude each other'],
    never: ['judged in'],
  },
  {
    title: 'an unknown target',
    files: { 'a.yaml': configMap, '.kubecompat.yaml': config },
    type: 'check . --target prd',
    exit: 2,
    stderr: ['--target=prd', 'did you mean prod?'],
  },
  {
    title: 'a minor that does not exist',
    files: { 'a.yaml': configMap },
    type: 'check . --target 1.99',
    exit: 2,
    stderr: ['--target=1.99', 'allowed'],
  },
  {
    title: 'what the server would refuse to start with',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version 1.37 --emulated-version 1.39',
    exit: 2,
    stderr: ['--emulated-version=1.39', 'allowed'],
  },
  {
    title: 'an unknown feature gate',
    files: { 'a.yaml': configMap },
    type: 'check . --binary-version 1.37 --feature-gates NoSuchGate=true',
    exit: 2,
    stderr: ['NoSuchGate', 'allowed'],
  },
  {
    title: 'several targets: equal findings are told once',
    files: { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndta: {}\n' },
    type: 'check . --target 1.36 --target 1.37',
    exit: 1,
    stdout: [/^(?:(?!unknown-field)[\s\S])*unknown-field(?:(?!unknown-field)[\s\S])*$/, /at\s+1\.36, 1\.37/],
  },
  {
    title: 'the nearest configuration upwards, from the file',
    files: {
      '.kubecompat.yaml': config,
      'old/.kubecompat.yaml': 'targets: { legacy: { binaryVersion: "1.20" } }\n',
      'old/deep/a.yaml': oldIngress,
      'a.yaml': configMap,
    },
    type: 'check .',
    exit: 0,
    stdout: ['legacy: Kubernetes 1.20', '(old/.kubecompat.yaml)', 'prod: Kubernetes 1.36'],
  },
  {
    title: 'in files the first match wins',
    files: {
      '.kubecompat.yaml':
        'targets: { prod: { binaryVersion: "1.36" }, edge: { binaryVersion: "1.20" } }\ndefault: [prod]\nfiles:\n  - { match: "edge/**", targets: [edge] }\n  - { match: "**", targets: [prod] }\n',
      'edge/a.yaml': oldIngress,
      'b.yaml': configMap,
    },
    type: 'check .',
    exit: 0,
  },
  {
    title: 'the command line replaces the configuration',
    files: { '.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.20" } }\n', 'a.yaml': oldIngress },
    type: `check . ${at136}`,
    exit: 1,
    never: ['old: Kubernetes'],
  },
  {
    title: 'a configured name on the command line',
    files: {
      '.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.20" }, new: { binaryVersion: "1.36" } }\n',
      'a.yaml': oldIngress,
    },
    type: 'check . --target old',
    exit: 0,
    stdout: ['old: Kubernetes 1.20'],
    never: ['new: Kubernetes'],
  },
  {
    title: 'severity of the configuration',
    files: { '.kubecompat.yaml': `${config}severity: { removed-api: warning }\n`, 'a.yaml': oldIngress },
    type: 'check .',
    exit: 0,
    stdout: ['warning[removed-api]'],
  },
]);

/** A line of an audit log. */
function audited(version: string, userAgent: string): string {
  const objectRef = { apiGroup: 'batch', apiVersion: version, resource: 'cronjobs' };
  const event = { kind: 'Event', apiVersion: 'audit.k8s.io/v1', stage: 'ResponseComplete', verb: 'list', objectRef };
  const requestReceivedTimestamp = '2026-11-20T10:00:00.000000Z';
  return `${JSON.stringify({ ...event, user: { username: 'jobs' }, userAgent, requestReceivedTimestamp })}\n`;
}

const auditLog = audited('v1beta1', 'old/1.0') + audited('v1', 'new/2.0') + audited('v1beta1', 'old/1.0');

runScenarios('targets requests', [
  {
    title: 'who still asks for what ends, by audit logs',
    files: { 'audit.log': auditLog, 'more/audit.log': `${audited('v1beta1', 'older/0.9')}{ cut off` },
    type: 'targets requests audit.log more/audit.log --target 1.24',
    exit: 0,
    stdout: [
      '1 API deprecated or gone at 1.24, and still requested; 5 lines read',
      /cronjobs batch\/v1beta1 +deprecated, gone in 1\.25 +jobs \(old\/1\.0\) +list +2 +2026-11-20T10:00:00\.000000Z/,
      /jobs \(older\/0\.9\) +list +1 /,
      '1 line of the log could not be read',
    ],
    never: ['new/2.0'],
  },
  {
    title: 'as JSON',
    files: { 'audit.log': auditLog },
    type: 'targets requests audit.log --target 1.25 --format json',
    exit: 0,
    stdout: ['"target": "1.25"', '"groupVersion": "batch/v1beta1"', '"verdict": "last served by 1.24"', '"count": 2'],
  },
  {
    title: 'nothing that ends',
    files: { 'audit.log': audited('v1', 'new/2.0') },
    type: 'targets requests audit.log --target 1.37',
    exit: 0,
    stdout: ['nothing that ends is requested at 1.37; 1 line read'],
  },
  {
    title: 'a log that is not there',
    files: {},
    type: 'targets requests audit.log --target 1.37',
    exit: 2,
    stderr: ['audit.log does not exist'],
  },
  {
    title: 'no log, and no live cluster',
    files: {},
    type: 'targets requests --target 1.37',
    exit: 2,
    stderr: ['targets requests has nothing to read', 'name audit logs'],
  },
]);
