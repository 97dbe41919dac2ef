// A run with --cache after one file changed, and after ten files and a definition changed, beside a run without it.
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, manifests, median, timed } from './lib.mjs';

const runs = 5;
const folder = join(cache, 'changed');
const kept = join(cache, 'changed-runs');
for (const each of [folder, kept]) rmSync(each, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(manifests(), folder, { recursive: true });

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
const text = (name) => readFileSync(join(folder, name), 'utf8');
const workloads = files.filter((name) => text(name).includes('kind: Deployment'));
const [definition] = files.filter((name) => text(name).includes('kind: CustomResourceDefinition'));
const check = () =>
  timed(process.execPath, ['dist/cli.js', 'check', folder, '--target', '1.37', '--format', 'json', `--cache=${kept}`]);
const change = (names) => {
  for (const name of names) appendFileSync(join(folder, name), '# changed\n');
};

check();
const results = { unchanged: [], 'one file changed': [], 'ten files and a definition': [] };
for (let run = 0; run < runs; run++) {
  results.unchanged.push(check());
  change(workloads.slice(run, run + 1));
  results['one file changed'].push(check());
  change(workloads.slice(20, 30));
  writeFileSync(join(folder, definition), text(definition).replace('type: string', 'type: integer'));
  results['ten files and a definition'].push(check());
}
const times = Object.fromEntries(
  Object.entries(results).map(([name, all]) => [name, median(all.map(({ milliseconds }) => milliseconds))]),
);
for (const [name, time] of Object.entries(times)) {
  console.log(`--cache, ${name.padEnd(28)} median ${time.toFixed(0)} ms, ${(time / times.unchanged).toFixed(1)} times`);
}
