import { broken, configMap, custom, oldCronJob, oldIngress } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

runScenarios('exit codes', [
  {
    title: '0: nothing found',
    files: { 'a.yaml': configMap },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found; 1 resource judged in 1 file', 'Kubernetes 1.36'],
  },
  {
    title: '1: an error',
    files: { 'a.yaml': oldIngress },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      'error[removed-api]',
      'a.yaml:1:13',
      'apiVersion: extensions/v1beta1',
      '^^^^^^^^^^^^^^^^^^',
      'Ingress shop/web',
    ],
  },
  { title: '0: --fail-on never', files: { 'a.yaml': oldIngress }, type: `check . ${at136} --fail-on never`, exit: 0 },
  {
    title: '0 and 1: --fail-on draws the line',
    files: { 'a.yaml': oldCronJob },
    type: 'check . --target=1.24 --fail-on error',
    exit: 0,
    stdout: ['warning[deprecated-api]'],
  },
  {
    title: '1: --fail-on warning',
    files: { 'a.yaml': oldCronJob },
    type: 'check . --target=1.24 --fail-on warning',
    exit: 1,
  },
  {
    title: '3: a document that should be a manifest',
    files: { 'a.yaml': `${configMap}---\n${broken}` },
    type: `check . ${at136} --fail-on never`,
    exit: 3,
    stdout: ['not judged', 'a.yaml (document 2)'],
  },
  {
    title: '1 beats 3',
    files: { 'a.yaml': oldIngress, 'b.yaml': broken },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['removed-api', 'syntax-error'],
  },
  {
    title: '2 beats 1: a path that is not there, and the others are judged',
    files: { 'a.yaml': oldIngress },
    type: `check a.yaml gone.yaml ${at136}`,
    exit: 2,
    stdout: ['removed-api', 'gone.yaml: does not exist'],
    stderr: ['gone.yaml does not exist', 'check the spelling'],
  },
  {
    title: '0: custom resources, templates and other files are counted',
    files: { 'a.yaml': custom, 'b.yaml': 'name: {{ .Values.name }}\n', 'c.yaml': 'services: {}\n' },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['custom resource', 'template', 'no API resource'],
  },
  { title: '3: the same with --strict', files: { 'a.yaml': custom }, type: `check . ${at136} --strict`, exit: 3 },
]);
