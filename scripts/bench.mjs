// npm run bench: measures Kubecompat beside its fastest peers, on the same files in the same run, alternating.
import { install, run } from './lib.mjs';

install();
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);
for (const script of ['test/bench/batch.mjs', 'test/bench/keystroke.mjs', 'test/bench/startup.mjs'])
  run(process.execPath, [script]);
