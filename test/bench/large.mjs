// Ten copies of the recorded documents, 60,150 in all: the whole, beside kubeconform, and one shard of four.
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache, manifests, median, timed } from './lib.mjs';
import { kubeconform } from './peers.mjs';

const runs = 3;
const copies = 10;
const folder = join(cache, 'large');
for (let copy = 0; copy < copies; copy++) {
  const to = join(folder, `copy-${copy}`);
  if (existsSync(to)) continue;
  mkdirSync(to, { recursive: true });
  cpSync(manifests(), to, { recursive: true });
}

const check = ['dist/cli.js', 'check', folder, '--target', '1.37', '--format', 'json'];
const commands = {
  'kubecompat check': [process.execPath, check],
  'kubeconform -n 4 -strict': kubeconform(folder),
  'one shard of four': [process.execPath, [...check, '--shard', '1/4']],
};
const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let run = 0; run < runs; run++) {
  for (const [name, [command, args]] of Object.entries(commands)) results[name].push(timed(command, args));
}
const of = (name, key) => median(results[name].map((each) => each[key]));
for (const name of Object.keys(commands)) {
  console.log(
    `60,150 documents: ${name.padEnd(26)} median ${(of(name, 'milliseconds') / 1000).toFixed(1)} s, CPU ${of(name, 'cpu').toFixed(1)} s, ${of(name, 'megabytes').toFixed(0)} MB`,
  );
}
const [ours, theirs, shard] = Object.keys(commands);
console.log(
  `60,150 documents: kubecompat / kubeconform ${(of(ours, 'milliseconds') / of(theirs, 'milliseconds')).toFixed(2)}`,
);
console.log(
  `60,150 documents: one shard of four / the whole, by CPU ${(of(shard, 'cpu') / of(ours, 'cpu')).toFixed(2)}`,
);
