// Packs the built command line as a kubectl plugin, and writes its krew manifest:
// node scripts/build.mjs dist && node scripts/krew.mjs https://example.com/kubectl-compat.tar.gz makes
// dist/krew/kubectl-compat.tar.gz, to be published at that address, and dist/krew/compat.yaml. Further arguments are
// archives of single executables, which are published beside it and need no Node.js: OUT
// linux-x64=FOLDER/kubecompat-….tar.gz
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256Of, writeTarball } from './archive.mjs';
import { copyCommandLine } from './commandLineFiles.mjs';

const [address, built = 'dist', outdir = 'dist/krew', ...executables] = process.argv.slice(2);
/** By Node.js's names of systems, as in the names of executable archives: krew's names, which are Go's. */
const systems = {
  'linux-x64': ['linux', 'amd64'],
  'linux-arm64': ['linux', 'arm64'],
  'darwin-x64': ['darwin', 'amd64'],
  'darwin-arm64': ['darwin', 'arm64'],
};
if (address === undefined || !/^https:\/\//.test(address)) {
  console.error('Name the address that the archive will have: node scripts/krew.mjs https://…/kubectl-compat.tar.gz');
  process.exit(2);
}
if (!existsSync(join(built, 'cli.js'))) {
  console.error(`${built}/cli.js is missing; run npm run build first.`);
  process.exit(1);
}

const folder = join(outdir, 'kubectl-compat');
rmSync(outdir, { recursive: true, force: true });
copyCommandLine(built, join(folder, 'dist'));
for (const name of ['LICENSE', 'package.json']) cpSync(name, join(folder, name));

const archive = join(outdir, 'kubectl-compat.tar.gz');
await writeTarball(archive, folder, { programs: ['dist/cli.js'] });
rmSync(folder, { recursive: true });

const { version, license } = JSON.parse(readFileSync('package.json', 'utf8'));
const sha256 = sha256Of(archive);
const programs = new Map(
  executables.map((option) => [option.slice(0, option.indexOf('=')), option.slice(option.indexOf('=') + 1)]),
);
/** The artifact for a system: the single executable if there is one, else the package that needs Node.js. */
const platforms = Object.entries(systems).map(([system, [os, arch]]) => {
  const single = programs.get(system);
  return `  - selector:
      matchLabels: { os: ${os}, arch: ${arch} }
    uri: ${single === undefined ? address : new URL(basename(single), address).href}
    sha256: ${single === undefined ? sha256 : sha256Of(single)}
    bin: ${single === undefined ? 'dist/cli.js' : 'kubecompat'}
    files:
    - from: ./*
      to: .
`;
});
const without = Object.keys(systems).filter((system) => !programs.has(system));
const caveats =
  without.length === 0
    ? ''
    : `  caveats: |
    Needs Node.js 20.19 or later on the PATH on ${without.join(', ')}.
`;
const manifest = `apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: compat
spec:
  version: v${version}
  homepage: ${new URL('.', address).href}
  shortDescription: Say what a kube-apiserver would do with manifests
  description: |
    Says what the kube-apiserver of a given version, with given flags and
    feature gates, would do with your manifests: which APIs it serves, which
    fields it drops and what it refuses, and how to fix it (${license}).
${caveats}  platforms:
${platforms.join('')}`;
writeFileSync(join(outdir, 'compat.yaml'), manifest);
console.log(`${archive}, ${join(outdir, 'compat.yaml')}`);
