import assert from 'node:assert/strict';
import { runIn } from './harness.ts';
import { configMap, oldCronJob } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

const stdin = `${configMap}---\n${oldCronJob}`;
const fixed = stdin.replace('batch/v1beta1', 'batch/v1');
const psp = 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: { name: a }\n';

runScenarios('standard input that is rewritten', [
  {
    title: 'comes back with its fixes, and what they are is told beside it',
    type: `fix - ${at136}`,
    stdin,
    exit: 0,
    stdout: [/^apiVersion: v1\n/, 'apiVersion: batch/v1 # keep this comment'],
    stderr: ['<stdin>:8 [removed-api] Convert to batch/v1'],
    never: ['batch/v1beta1'],
  },
  {
    title: 'is shown as a difference, under the name that it is given',
    type: `convert - --to batch/v1 --diff --stdin-filename jobs/nightly.yaml ${at136}`,
    stdin,
    exit: 0,
    stdout: ['--- a/jobs/nightly.yaml', '+apiVersion: batch/v1 # keep this comment'],
  },
  {
    title: 'is left alone where what would be done is asked for',
    type: `fix - --dry-run ${at136}`,
    stdin,
    exit: 0,
    stdout: [/^<stdin>:8 \[removed-api\] Convert to batch\/v1\n$/],
  },
  {
    title: 'comes back as it is where nothing can be done, with a reason and the exit code of findings',
    type: 'convert - --to-target 1.36',
    stdin: psp,
    exit: 1,
    stdout: [/^apiVersion: policy\/v1beta1\n/],
    stderr: ['<stdin>:1', 'pod-security.kubernetes.io/enforce'],
  },
  {
    title: 'is checked by the configuration around the name that it is given',
    files: { 'old/.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.20" } }\ndefault: [old]\n' },
    type: 'fix - --dry-run --stdin-filename old/a.yaml',
    stdin,
    exit: 0,
    never: ['removed-api'],
  },
  {
    title: 'is no file that could be written',
    type: `fix - --write ${at136}`,
    stdin,
    exit: 2,
    stderr: ['standard input cannot be written', 'leave out --write'],
  },
  {
    title: 'stands alone',
    files: { 'a.yaml': configMap },
    type: `convert - a.yaml --to batch/v1 ${at136}`,
    stdin,
    exit: 2,
    stderr: ['name files, or - alone'],
  },
  {
    title: 'that is no text is not printed',
    type: `fix - ${at136}`,
    stdin: 'a\0b',
    exit: 3,
    stderr: ['<stdin> is a binary file'],
    never: ['\0'],
  },
]);

describe('command line, standard input that is rewritten', () => {
  for (const type of ['fix -', 'convert - --to batch/v1']) {
    it(`has on standard output nothing but the text: ${type}`, () => {
      const { stdout, exit } = runIn({}, [...type.split(' '), at136], { stdin });
      assert.deepEqual({ stdout, exit }, { stdout: fixed, exit: 0 });
    });
  }
});
