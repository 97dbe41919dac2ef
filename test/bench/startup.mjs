// The start of the command line and of the catalogue, with nothing to check, and with a repository around the file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cache, median, timed } from './lib.mjs';

/** Writes a small manifest into a folder and gives its path. */
function written(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'namespace.yaml');
  writeFileSync(file, 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n');
  return file;
}

const outside = mkdtempSync(join(tmpdir(), 'kubecompat-startup-'));
const check = (file) => ['dist/cli.js', 'check', file, '--target', '1.37'];
const commands = {
  'node -e 0': ['-e', '0'],
  'kubecompat check, one small file': check(written(outside)),
  'the same, inside this repository': check(written(join(cache, 'startup'))),
};
for (const [name, args] of Object.entries(commands)) {
  const times = Array.from({ length: 9 }, () => timed(process.execPath, args).milliseconds);
  console.log(`${name.padEnd(34)} median ${median(times).toFixed(0)} ms`);
}
rmSync(outside, { recursive: true });
