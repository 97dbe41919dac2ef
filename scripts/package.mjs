// Packages the built extension: dist/kubecompat.vsix, or the file that is named. Run scripts/build.mjs before.
import { existsSync, statSync } from 'node:fs';
import { createVSIX } from '@vscode/vsce';

const limit = 5 * 2 ** 20;
const packagePath = process.argv[2] ?? 'dist/kubecompat.vsix';

const needed = ['extension.cjs', 'server.cjs', 'cluster.cjs', 'catalog.json', 'web/extension.cjs', 'web/server.js'];
for (const built of needed.map((name) => `dist/${name}`)) {
  if (existsSync(built)) continue;
  console.error(`${built} is missing; run npm run build first.`);
  process.exit(1);
}
// Everything is bundled, so no dependencies; and there is no repository yet that relative links could lead to.
await createVSIX({ packagePath, dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false });
const { size } = statSync(packagePath);
console.log(`${packagePath}: ${(size / 2 ** 20).toFixed(2)} MB`);
if (size >= limit) {
  console.error('The extension has to stay below 5 MB.');
  process.exit(1);
}
