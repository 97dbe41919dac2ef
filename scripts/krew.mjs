// Packs the built command line as a plugin of kubectl, and writes the manifest by which krew installs it:
//   node scripts/build.mjs dist && node scripts/krew.mjs https://example.com/kubectl-compat.tar.gz
// makes dist/krew/kubectl-compat.tar.gz, to be put at that address, and dist/krew/compat.yaml.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Of, writeTarball } from './archive.mjs';
import { copyCommandLine } from './commandLineFiles.mjs';

const [address, built = 'dist', outdir = 'dist/krew'] = process.argv.slice(2);
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
  caveats: |
    Needs Node.js 20.19 or later on the PATH.
  platforms:
  - selector:
      matchExpressions:
      - { key: os, operator: In, values: [linux, darwin] }
    uri: ${address}
    sha256: ${sha256}
    bin: dist/cli.js
    files:
    - from: ./*
      to: .
`;
writeFileSync(join(outdir, 'compat.yaml'), manifest);
console.log(`${archive}, ${join(outdir, 'compat.yaml')}`);
