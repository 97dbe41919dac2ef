// npm run bench: measures Kubecompat beside its fastest peers, on the same files in the same run, alternating.
// npm run bench -- keystroke large: only these benchmarks.
import { install, run } from './lib.mjs';

const benchmarks = ['batch', 'changed', 'large', 'keystroke', 'workspace', 'startup', 'definitions'];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !benchmarks.includes(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: no such benchmark. There are ${benchmarks.join(', ')}.`);
  process.exit(2);
}
install();
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);
for (const name of chosen.length > 0 ? chosen : benchmarks) run(process.execPath, [`test/bench/${name}.mjs`]);
