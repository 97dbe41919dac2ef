// Bundles the command line, the language server and the extension into dist/, with the catalogue beside them.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.md': 'text' },
};

/** CommonJS dependencies inside an ESM bundle still call `require`. */
const requireShim =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** Modules look for their data beside themselves, which a CommonJS bundle knows by another name. */
const urlShim = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
copyFileSync('server/data/catalog.json', 'dist/catalog.json');
await Promise.all([
  build({
    ...shared,
    entryPoints: { cli: 'server/src/cli/main.ts' },
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
    banner: { js: requireShim },
  }),
  build({
    ...shared,
    entryPoints: { server: 'server/src/lsp/entry.ts' },
    outdir: 'dist',
    format: 'cjs',
    banner: { js: urlShim },
    define: { 'import.meta.url': '__importMetaUrl' },
    outExtension: { '.js': '.cjs' },
  }),
  build({
    ...shared,
    entryPoints: { extension: 'client/src/extension.ts' },
    outdir: 'dist',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['vscode'],
  }),
]);
