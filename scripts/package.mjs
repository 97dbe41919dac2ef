// Packages the built extension: node scripts/package.mjs [FILE=dist/kubecompat.vsix] [REPOSITORY]. Run scripts/build.mjs before.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { linksOf } from './links.mjs';

const limit = 5 * 2 ** 20;
const [packagePath = 'dist/kubecompat.vsix', repository] = process.argv.slice(2);

const needed = ['extension.cjs', 'server.cjs', 'cluster.cjs', 'catalog.json', 'web/extension.cjs', 'web/server.js'];
for (const built of needed.map((name) => `dist/${name}`)) {
  if (existsSync(built)) continue;
  console.error(`${built} is missing; run npm run build first.`);
  process.exit(1);
}
// Everything is bundled, so no dependencies.
const options = { packagePath: resolve(packagePath), dependencies: false };
if (repository === undefined) {
  // Relative links have no target.
  await createVSIX({ ...options, allowMissingRepository: true, rewriteRelativeLinks: false });
} else {
  await packageWithLinks(repository);
}
const { size } = statSync(packagePath);
console.log(`${packagePath}: ${(size / 2 ** 20).toFixed(2)} MB`);
if (size >= limit) {
  console.error('The extension has to stay below 5 MB.');
  process.exit(1);
}

/** Packages a copy whose manifest has its origin; relative links of the README point to the version's tag. */
async function packageWithLinks(from) {
  const cwd = mkdtempSync(join(tmpdir(), 'kubecompat-vsix-'));
  try {
    const allowed = readFileSync('.vscodeignore', 'utf8').matchAll(/^!([^/\n*]+)/gm);
    for (const name of new Set([...allowed].map(([, first]) => first))) {
      cpSync(name, join(cwd, name), { recursive: true, preserveTimestamps: true });
    }
    cpSync('.vscodeignore', join(cwd, '.vscodeignore'));
    const manifest = { ...JSON.parse(readFileSync('package.json', 'utf8')), ...linksOf(from) };
    writeFileSync(join(cwd, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const base = {
      baseContentUrl: `${from}/blob/v${manifest.version}`,
      baseImagesUrl: `${from}/raw/v${manifest.version}`,
    };
    await createVSIX({ ...options, cwd, ...base });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
