// One check of 6,015 real documents, beside kubeconform on the same files: alternating runs, medians and the ratio.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, manifests, median, timed } from './lib.mjs';
import { kubeconform } from './peers.mjs';

const runs = 7;
const folder = manifests();
const kept = join(cache, 'runs');
rmSync(kept, { recursive: true, force: true });
const check = ['dist/cli.js', 'check', folder, '--target', '1.37', '--format', 'json'];
const commands = {
  'kubecompat check': [process.execPath, check],
  'kubeconform -n 4 -strict': kubeconform(folder),
  // The first run does not count; its output is kept.
  'the same with --cache': [process.execPath, [...check, `--cache=${kept}`]],
};
const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let run = 0; run <= runs; run++) {
  for (const [name, [command, args]] of Object.entries(commands)) {
    const result = timed(command, args);
    if (run > 0) results[name].push(result);
  }
}
for (const [name, measured] of Object.entries(results)) {
  const times = measured.map(({ milliseconds }) => milliseconds);
  const memory = median(measured.map(({ megabytes }) => megabytes ?? Number.NaN));
  console.log(
    `${name.padEnd(26)} median ${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)}), ${memory.toFixed(0)} MB`,
  );
}
const [ours = [], theirs = [], again = []] = Object.values(results);
const ratio = (some, others) =>
  median(some.map(({ milliseconds }, run) => milliseconds / (others[run]?.milliseconds ?? Number.NaN)));
console.log(`batch: kubecompat / kubeconform, pair by pair: median ${ratio(ours, theirs).toFixed(2)}`);
console.log(`batch: a run / the same run unchanged with --cache: median ${ratio(ours, again).toFixed(1)}`);
