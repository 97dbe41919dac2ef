import { configMap, oldIngress } from './manifests.ts';
import { runScenarios } from './scenario.ts';

runScenarios('other commands', [
  {
    title: 'report: resources by targets',
    files: { 'a.yaml': oldIngress, 'b.yaml': configMap },
    type: 'report . --target 1.20 --target 1.36',
    exit: 1,
    stdout: [
      /file +resource +1\.20 +1\.36/,
      /a\.yaml +extensions\/v1beta1 Ingress shop\/web .* removed-api/,
      /b\.yaml .* ok +ok/,
    ],
  },
  {
    title: 'targets: all that are configured',
    files: { '.kubecompat.yaml': 'targets: { a: { binaryVersion: "1.36" }, b: { binaryVersion: "1.35" } }\n' },
    type: 'targets',
    exit: 0,
    stdout: ['.kubecompat.yaml', /a +1\.36 +1\.36 +1\.35/, /b +1\.35/],
  },
  { title: 'targets: of a refused one the reason', type: 'targets --target 1.99', exit: 2, stderr: ['1.99'] },
  { title: 'targets takes no paths', type: 'targets .', exit: 2, stderr: ['targets does not know "."'] },
  {
    title: 'api-resources: a table',
    type: 'api-resources --target 1.36',
    exit: 0,
    stdout: [/deployments +deploy +apps\/v1 +true +Deployment +v1/],
  },
  {
    title: 'api-resources: of one target',
    type: 'api-resources --target 1.36 --target 1.37',
    exit: 2,
    stderr: ['several targets', '--target=1.36'],
  },
  { title: 'explain: all codes', type: 'explain', exit: 0, stdout: ['removed-api', 'syntax-error', 'not-served'] },
  { title: 'explain: one code', type: 'explain syntax-error', exit: 0, stdout: ['# syntax-error', 'How to fix'] },
  {
    title: 'explain: a code with a typo',
    type: 'explain removed-apis',
    exit: 2,
    stderr: ['did you mean removed-api?'],
  },
]);
