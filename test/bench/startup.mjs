// The start of the command line and of the catalogue, with nothing to check.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, median, timed } from './lib.mjs';

const file = join(cache, 'startup', 'namespace.yaml');
mkdirSync(join(cache, 'startup'), { recursive: true });
writeFileSync(file, 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n');
const commands = {
  'node -e 0': ['-e', '0'],
  'kubecompat check, one small file': ['dist/cli.js', 'check', file, '--target', '1.37'],
};
for (const [name, args] of Object.entries(commands)) {
  const times = Array.from({ length: 9 }, () => timed(process.execPath, args).milliseconds);
  console.log(`${name.padEnd(34)} median ${median(times).toFixed(0)} ms`);
}
