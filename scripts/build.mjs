// Bundles the command line, the language server and the extension into dist/, with the catalogue and the checks'
// documentation beside them. With a folder as argument, only the command line, into that folder.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
};

const [onlyCli] = process.argv.slice(2);
const outdir = onlyCli ?? 'dist';

/** CommonJS dependencies inside an ESM bundle still call `require`. */
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** CommonJS has no `import.meta`; what lies beside the bundle is found through its file name. */
const commonJs = {
  ...shared,
  outdir,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': '__bundleUrl' },
  banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** What talks to clusters is as large as all the rest: the server loads it from a file of its own when it is asked to. */
const clusterApart = {
  name: 'cluster-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/cluster\/cluster\.ts$/ }, () => ({ path: './cluster.cjs', external: true })),
};

rmSync(outdir, { recursive: true, force: true });
mkdirSync(`${outdir}/explain`, { recursive: true });
copyFileSync('server/data/catalog.json', `${outdir}/catalog.json`);
mkdirSync(`${outdir}/crds`, { recursive: true });
for (const set of readdirSync('server/data/crds')) copyFileSync(`server/data/crds/${set}`, `${outdir}/crds/${set}`);
copyFileSync('server/src/manifest/README.md', `${outdir}/explain/manifest.md`);
copyFileSync('server/src/helm/README.md', `${outdir}/explain/helm.md`);
copyFileSync('server/src/suppress/README.md', `${outdir}/explain/suppress.md`);
for (const check of readdirSync('server/src/checks')) {
  const readme = `server/src/checks/${check}/README.md`;
  if (existsSync(readme)) copyFileSync(readme, `${outdir}/explain/${check}.md`);
}
await build({
  ...shared,
  entryPoints: {
    cli: 'server/src/cli/main.ts',
    'judge-worker': 'server/src/workspace/judgeWorker.ts',
    'lsp-worker': 'server/src/lsp/closed/threadEntry.ts',
  },
  outdir,
  format: 'esm',
  splitting: true,
  chunkNames: 'cli-[name]-[hash]',
  banner: { js: requireShim },
});
// What the program keeps between runs is good for the same build alone.
const built = createHash('sha256');
for (const file of readdirSync(outdir, { recursive: true, encoding: 'utf8' }).sort()) {
  const path = join(outdir, file);
  if (statSync(path).isFile()) built.update(file).update('\0').update(readFileSync(path));
}
writeFileSync(join(outdir, 'build-id'), built.digest('hex'));
if (onlyCli === undefined) {
  await build({ ...commonJs, entryPoints: { server: 'server/src/lsp/entry.ts' }, plugins: [clusterApart] });
  await build({ ...commonJs, entryPoints: { cluster: 'server/src/cluster/cluster.ts' } });
  await build({ ...commonJs, entryPoints: { extension: 'client/src/extension.ts' }, external: ['vscode'] });
}
