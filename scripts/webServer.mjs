import { basename, join, resolve } from 'node:path';

const web = resolve('server/src/lsp/web');

/** Replaces Node's modules, and ours that run programs or read bytes, by browser versions. */
const withoutNode = {
  name: 'without-node',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^node:/ }, ({ path }) => {
      const name = path.slice('node:'.length).replaceAll(/[/_]([a-z])/g, (_, letter) => letter.toUpperCase());
      return { path: join(web, 'node', `${name}.ts`) };
    });
    onResolve(
      {
        filter:
          /\/(readFile|fieldTextsFile|regularFile|crdSetFile|catalogueOfEditor|gitRevision|externalTool|kustomizeBuild|chartArchive|replaceFile|cluster\/cluster|publishers\/publishers)\.ts$/,
      },
      ({ path }) => ({
        path: join(web, 'stubs', basename(path)),
      }),
    );
  },
};

/** The esbuild options for browsers, without Node's process. */
export const inBrowser = {
  platform: 'browser',
  target: 'es2022',
  define: { 'import.meta.url': '"file:///kubecompat/server.js"', process: '__process' },
  banner: { js: 'const __process = { platform: "linux", env: {}, argv: [], cwd: () => "/" };' },
};

/** How esbuild makes the language server a script of a worker, run in the checkout. */
export const webServer = {
  ...inBrowser,
  entryPoints: { server: 'server/src/lsp/web/main.ts' },
  bundle: true,
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  format: 'iife',
  alias: { 'vscode-languageserver/node': 'vscode-languageserver/browser' },
  plugins: [withoutNode],
};
