// Bundles the library of the package, one module with the catalogue in it, and writes its types: for Node.js, browsers
// and edge workers.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

const source = 'server/src/library';

/** Replaces the module that reads the catalogue by its text, so that the library needs no file. */
export const catalogueInside = {
  name: 'catalogue-inside',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/catalogueText\.ts$/ }, () => ({ path: 'catalogue', namespace: 'catalogue' }));
    onLoad({ filter: /.*/, namespace: 'catalogue' }, () => {
      const text = JSON.stringify(readFileSync('server/data/catalog.json', 'utf8'));
      return { contents: `export const catalogueText = () => ${text};`, loader: 'js' };
    });
  },
};

/** @param outdir where `index.js`, `index.d.ts` and `types.d.ts` go. */
export async function buildLibrary(outdir) {
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: { index: `${source}/index.ts` },
    outdir,
    bundle: true,
    // No Node.js: an import of it fails the build.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [catalogueInside],
  });
  for (const name of ['index', 'types']) writeFileSync(join(outdir, `${name}.d.ts`), typesOf(`${source}/${name}.ts`));
}

function typesOf(file) {
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true, stripInternal: true },
  });
  const [first] = diagnostics ?? [];
  if (first !== undefined) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}`);
  return outputText.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'");
}
