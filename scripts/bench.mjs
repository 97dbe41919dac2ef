// npm run bench: measures Kubecompat beside its fastest peers, on the same files in the same run, alternating.
// npm run bench -- keystroke large: only these benchmarks.
import { readFileSync } from 'node:fs';
import { install, run } from './lib.mjs';

const benchmarks = ['batch', 'changed', 'large', 'keystroke', 'hover', 'workspace', 'startup', 'definitions'];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  const width = Math.max(...benchmarks.map((name) => name.length));
  // The first line of each says what it measures.
  const listed = benchmarks.map((name) => {
    const [first = ''] = readFileSync(`test/bench/${name}.mjs`, 'utf8').split('\n');
    return `  ${name.padEnd(width)}  ${first.replace(/^\/\/ /, '')}`;
  });
  console.error(`${unknown.join(', ')}: no such benchmark. There are:\n${listed.join('\n')}`);
  process.exit(2);
}
install();
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);
for (const name of chosen.length > 0 ? chosen : benchmarks) run(process.execPath, [`test/bench/${name}.mjs`]);
