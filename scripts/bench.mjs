// npm run bench: measures Kubecompat beside its fastest peers, on the same files in the same run, alternating.
import { install, run } from './lib.mjs';

install();
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);
for (const name of ['batch', 'changed', 'large', 'keystroke', 'workspace', 'startup', 'definitions'])
  run(process.execPath, [`test/bench/${name}.mjs`]);
