import { configMap } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

runScenarios('usage', [
  { title: 'no command', type: '', exit: 2, stderr: ['usage: kubecompat COMMAND'] },
  { title: 'help', type: '--help', exit: 0, stdout: ['check', 'explain', 'lsp'] },
  { title: 'help of a command', type: 'check --help', exit: 0, stdout: ['--emulated-version=1.N', '--fail-on'] },
  { title: 'help of a command, the other way', type: 'help check', exit: 0, stdout: ['usage: kubecompat check'] },
  { title: 'help of an unknown command', type: 'help chekc', exit: 2, stderr: ['did you mean check?'] },
  { title: 'version', type: '--version', exit: 0, stdout: [/^\d+\.\d+\.\d+\n$/] },
  { title: 'unknown command', type: 'chekc .', exit: 2, stderr: ['unknown command "chekc"', 'did you mean check?'] },
  { title: 'unknown flag', type: 'check . --formt json', exit: 2, stderr: ['unknown flag --formt', '--format?'] },
  { title: 'unknown short flag', type: 'check . -x', exit: 2, stderr: ['unknown flag -x'] },
  { title: 'flag without its value', type: 'check . --target', exit: 2, stderr: ['--target needs a value'] },
  { title: 'flag in place of a value', type: 'check . --target --strict', exit: 2, stderr: ['--target needs a value'] },
  { title: 'unknown format', type: 'check . --format jsom', exit: 2, stderr: ['did you mean json?', 'text, json'] },
  { title: 'unknown severity', type: 'check . --fail-on fatal', exit: 2, stderr: ['takes error, warning'] },
  { title: 'no path', type: 'check', exit: 2, stderr: ['no path to check'] },
  { title: 'wrong --output', type: 'check . --output x', exit: 2, stderr: ['write --output FORMAT=FILE'] },
  {
    title: 'flags end at --',
    files: { '--x.yaml': configMap },
    type: `check ${at136} -- --x.yaml`,
    exit: 0,
    stdout: ['1 resource judged in 1 file'],
  },
  {
    title: 'values behind = and behind a blank',
    files: { 'a.yaml': configMap },
    type: 'check a.yaml --target 1.36 --format=json',
    exit: 0,
    stdout: ['"binary":"1.36"'],
  },
]);
