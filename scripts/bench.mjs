// npm run bench: measures Kubecompat beside its fastest peers, on the same files in the same run, alternating.
// npm run bench -- keystroke large: only these benchmarks. npm run bench -- --list: what each measures.
import { readFileSync } from 'node:fs';
import { install, run } from './lib.mjs';

const benchmarks = ['batch', 'changed', 'large', 'keystroke', 'hover', 'workspace', 'startup', 'definitions'];
const chosen = process.argv.slice(2);

/** A line for each benchmark: the first line of its file says what it measures. */
function list() {
  const width = Math.max(...benchmarks.map((name) => name.length));
  const lines = benchmarks.map((name) => {
    const [first = ''] = readFileSync(`test/bench/${name}.mjs`, 'utf8').split('\n');
    return `  ${name.padEnd(width)}  ${first.replace(/^\/\/ /, '')}`;
  });
  return lines.join('\n');
}

if (chosen.includes('--list')) {
  console.log(list());
  process.exit(0);
}
const unknown = chosen.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no such benchmark. There are:\n${list()}`);
  process.exit(2);
}
install();
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);
for (const name of chosen.length > 0 ? chosen : benchmarks) run(process.execPath, [`test/bench/${name}.mjs`]);
