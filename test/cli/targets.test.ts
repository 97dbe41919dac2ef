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
