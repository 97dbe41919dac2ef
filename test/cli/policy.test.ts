import { configMap, oldCronJob, oldIngress } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

const ignored = (comment: string) => `# kubecompat-ignore ${comment}\n${oldIngress}`;

runScenarios('suppressions', [
  {
    title: 'a comment with a code and a reason ignores what stands below it',
    files: { 'a.yaml': ignored('removed-api: only for the old cluster') },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found', '1 finding ignored by comments'],
  },
  {
    title: 'until its day, that day included',
    files: { 'a.yaml': ignored('removed-api until 2026-12-31: only for the old cluster') },
    type: `check . ${at136} --today 2026-12-31`,
    exit: 0,
  },
  {
    title: 'the day after, the finding is back, and why',
    files: { 'a.yaml': ignored('removed-api until 2026-12-31: only for the old cluster') },
    type: `check . ${at136} --today=2027-01-01`,
    exit: 1,
    stdout: ['error[removed-api]', 'information[expired-suppression]', 'until 2026-12-31, and that day is over'],
  },
  {
    title: 'without a reason it ignores nothing',
    files: { 'a.yaml': ignored('removed-api') },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['error[removed-api]', '[malformed-suppression]', 'it gives no reason'],
  },
  {
    title: 'with a misspelt code it says which is meant',
    files: { 'a.yaml': ignored('remvoed-api: x') },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['there is no code "remvoed-api"', 'Did you mean removed-api?'],
  },
  {
    title: 'one that ignores nothing is reported',
    files: { 'a.yaml': `# kubecompat-ignore removed-api: x\n${configMap}` },
    type: `check . ${at136} --fail-on information`,
    exit: 1,
    stdout: ['information[unused-suppression]', 'there is no such finding'],
  },
  {
    title: 'what is ignored is not fixed',
    files: { 'a.yaml': ignored('removed-api: x') },
    type: `fix . ${at136}`,
    exit: 0,
    stdout: ['0 findings in 0 files'],
  },
  {
    title: 'the JSON report counts what is ignored',
    files: { 'a.yaml': ignored('removed-api: x') },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: ['"suppressed":1', '"findings": []'],
  },
  { title: 'a day that is none', type: `check . ${at136} --today 2026-13-01`, exit: 2, stderr: ['is no day'] },
]);

const twoTargets = 'targets:\n  prod: { binaryVersion: "1.24" }\n  edge: { binaryVersion: "1.23"';

runScenarios('severities by configuration', [
  {
    title: 'a check can be off',
    files: { 'a.yaml': oldCronJob, '.kubecompat.yaml': 'severity: { deprecated-api: off }\n' },
    type: 'check . --target=1.24 --fail-on hint',
    exit: 0,
    stdout: ['nothing found'],
  },
  {
    title: 'and then it is not fixed either',
    files: { 'a.yaml': oldCronJob, '.kubecompat.yaml': 'severity: { deprecated-api: "off" }\n' },
    type: 'fix . --target=1.24',
    exit: 0,
    stdout: ['0 findings in 0 files'],
  },
  {
    title: 'by path: the first entry with severities that matches',
    files: {
      'a.yaml': oldCronJob,
      'old/a.yaml': oldCronJob,
      '.kubecompat.yaml': `${twoTargets} }\nfiles:\n  - { match: "old/**", targets: [prod] }\n  - { match: "old/**", severity: { deprecated-api: error } }\nseverity: { deprecated-api: hint }\n`,
    },
    type: 'check . --format json',
    exit: 1,
    stdout: [
      '"bySeverity":{"error":1,"warning":0,"information":0,"hint":2}',
      '"prod":{"error":1,"warning":0,"information":0,"hint":1}',
    ],
  },
  {
    title: 'by target',
    files: {
      'a.yaml': oldCronJob,
      '.kubecompat.yaml': `${twoTargets}, severity: { deprecated-api: error } }\nseverity: { deprecated-api: off }\n`,
    },
    type: 'check . --format json',
    exit: 1,
    stdout: ['"prod":{"error":0,"warning":0,"information":0,"hint":0},"edge":{"error":1'],
  },
  {
    title: 'of a target that the command line names',
    files: {
      'a.yaml': oldCronJob,
      '.kubecompat.yaml': `${twoTargets}, severity: { deprecated-api: error } }\n`,
    },
    type: 'check . --target edge',
    exit: 1,
    stdout: ['error[deprecated-api]'],
  },
]);
