// One check of 6,015 real documents, beside kubeconform on the same files: alternating runs, medians and the ratio.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { manifests, median, need, notRun, peer, shared, timed } from './lib.mjs';

const runs = 7;
const folder = manifests();
const kubeconform = peer('kubeconform', (to) =>
  need('go', ['install', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'], {
    env: { ...process.env, GOBIN: to },
  }),
);
const schemas = peer('kubeconform-schemas', (to) => {
  const script = join(shared, 'bench/kubeconform-schemas.py');
  if (!existsSync(script)) notRun('the script that makes the schemas (../shared/bench) is not here');
  need('python3', ['-m', 'venv', join(to, 'venv')]);
  need(join(to, 'venv/bin/pip'), ['install', '-q', 'kubernetes-validate==1.37.0']);
  need(join(to, 'venv/bin/python'), [script, to, '1.37.0']);
});

const location = `${schemas}/{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json`;
const commands = {
  'kubecompat check': [process.execPath, ['dist/cli.js', 'check', folder, '--target', '1.37', '--format', 'json']],
  'kubeconform -n 4 -strict': [
    join(kubeconform, 'kubeconform'),
    ['-n', '4', '-strict', '-kubernetes-version', '1.37.0', '-schema-location', location, folder],
  ],
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
const [ours = [], theirs = []] = Object.values(results);
const ratios = ours.map(({ milliseconds }, run) => milliseconds / (theirs[run]?.milliseconds ?? Number.NaN));
console.log(`batch: kubecompat / kubeconform, pair by pair: median ${median(ratios).toFixed(2)}`);
