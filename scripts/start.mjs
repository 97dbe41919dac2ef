// npm start: installs, builds and judges the sample workspace; npm start -- PATH... judges the given paths.
import { readFileSync } from 'node:fs';
import { install, run } from './lib.mjs';

const [major = 0, minorVersion = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minorVersion < 19)) {
  console.error(`Kubecompat needs Node.js 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}
install();
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);

const paths = process.argv.slice(2);
const hasPaths = paths.length > 0;
// The sample has intentional findings and a broken document: they are not a failure.
const args = hasPaths ? ['check', ...paths] : ['check', 'sample', '--fail-on', 'never'];
const { status } = run(process.execPath, ['dist/cli.js', ...args]);
if (!hasPaths) {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  console.log(
    `\nThat was the sample workspace. Your own manifests: npm start -- PATH, or node dist/cli.js check PATH (${name} --help).`,
  );
}
process.exit(!hasPaths && status === 3 ? 0 : status);
