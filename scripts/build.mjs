// Bundles the command line, the language server and the extension, both also for a browser, into dist/, with the
// catalogue and the checks' documentation beside them. With a folder as argument, only the command line, into that folder.
// With --site https://ADDRESS, hovers and explanations link to the pages of that site.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { readCustomFieldTexts } from './customFieldTexts.mjs';
import { explainPages } from './explainPages.mjs';
import { readFieldTexts } from './fieldTexts.mjs';
import { recordPackages, writeNotices } from './notices.mjs';
import { inBrowser, webServer } from './webServer.mjs';

const packages = new Set();
const build = (options) => bundle({ ...options, plugins: [...(options.plugins ?? []), recordPackages(packages)] });

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: false,
  // They are in the notices, which `notices.mjs` generates from the bundled packages.
  legalComments: 'none',
  logLevel: 'warning',
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { site: { type: 'string' } } });
const [onlyCli] = positionals;
const outdir = onlyCli ?? 'dist';

/** CommonJS has no `import.meta`; files beside the bundle are found by its file name. */
const commonJs = {
  ...shared,
  outdir,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': '__bundleUrl' },
  banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** Large modules that few runs need, such as the cluster client: each is a separate file, loaded on demand. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/cluster\/cluster\.ts$/ }, () => ({ path: './cluster.cjs', external: true }));
    onResolve({ filter: /\/mcp\/protocol\/serve\.ts$/ }, () => ({ path: './mcp.cjs', external: true }));
  },
};

/** Node modules that take milliseconds to load and that most runs do not use. */
const seldomUsed = ['node:child_process', 'node:crypto', 'node:zlib'];

/** Loads such a module on first use, in every thread. */
const seldomUsedLate = {
  name: 'seldom-used-late',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
      seldomUsed.includes(path)
        ? namespace === 'late'
          ? { path, external: true }
          : { path, namespace: 'late' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default');
      return {
        contents: `module.exports = { ${names.map((name) => `get ${name}() { return require('${path}').${name}; }`)} };`,
      };
    });
  },
};

/** Both run as classic scripts: a worker that is given a script, and the extension host, which wants CommonJS. */
const browser = { ...shared, ...inBrowser, outdir: join(outdir, 'web') };

rmSync(outdir, { recursive: true, force: true });
mkdirSync(`${outdir}/explain`, { recursive: true });
copyFileSync('server/data/catalog.json', `${outdir}/catalog.json`);
mkdirSync(`${outdir}/crds`, { recursive: true });
for (const set of readdirSync('server/data/crds')) copyFileSync(`server/data/crds/${set}`, `${outdir}/crds/${set}`);
if (values.site !== undefined) writeFileSync(`${outdir}/site.json`, JSON.stringify({ address: values.site }));
// They come from a package, so they are neither in this repository nor required for a build.
const fieldTexts = readFieldTexts();
if (fieldTexts === undefined) console.warn('There are no descriptions of fields: @kubernetes/client-node has none.');
else writeFileSync(`${outdir}/field-texts.json`, JSON.stringify(fieldTexts));
const customTexts = readCustomFieldTexts(
  JSON.parse(readFileSync('server/data/authored/field-texts.json', 'utf8')).packages,
);
mkdirSync(`${outdir}/field-texts`, { recursive: true });
for (const [group, texts] of customTexts.groups) {
  writeFileSync(`${outdir}/field-texts/${group}.json`, JSON.stringify(texts));
}
for (const folder of customTexts.packages) packages.add(folder);
for (const [name, file] of explainPages()) copyFileSync(file, `${outdir}/explain/${name}`);
// In an ES module package, these files are CommonJS.
writeFileSync(join(outdir, 'package.json'), '{ "type": "commonjs" }\n');
await build({
  ...commonJs,
  entryPoints: {
    cli: 'server/src/start/commandLine.ts',
    'judge-worker': 'server/src/start/judgingThread.ts',
    'lsp-worker': 'server/src/start/languageServerThread.ts',
    'mcp-worker': 'server/src/start/assistantThread.ts',
    'keep-compiled': 'server/src/start/keepCompiled.ts',
  },
  outExtension: {},
});
await build({
  ...commonJs,
  entryPoints: { program: 'server/src/start/program.ts' },
  plugins: [apart, seldomUsedLate],
  // A script cannot import; it requires the modules it is given.
  supported: { 'dynamic-import': false },
  charset: 'ascii',
  banner: { js: `(function (require, __filename, role, inside) {${commonJs.banner.js}` },
  footer: { js: '})' },
});
// It is read as bytes; esbuild does not escape non-ASCII characters in regular expressions.
if (/\P{ASCII}/u.test(readFileSync(join(outdir, 'program.cjs'), 'latin1'))) {
  throw new Error('program.cjs has letters beyond ASCII: write them as escapes');
}
await build({
  ...commonJs,
  entryPoints: { cluster: 'server/src/cluster/cluster.ts', mcp: 'server/src/mcp/protocol/serve.ts' },
});
// The program's cache is valid only for the same build.
const built = createHash('sha256');
for (const file of readdirSync(outdir, { recursive: true, encoding: 'utf8' }).sort()) {
  const path = join(outdir, file);
  if (statSync(path).isFile()) built.update(file).update('\0').update(readFileSync(path));
}
writeFileSync(join(outdir, 'build-id'), built.digest('hex'));
keepCompiled();
if (onlyCli === undefined) {
  await build({ ...commonJs, entryPoints: { server: 'server/src/lsp/entry.ts' }, plugins: [apart] });
  await build({ ...commonJs, entryPoints: { extension: 'client/src/extension.ts' }, external: ['vscode'] });
  await build({ ...webServer, outdir: join(outdir, 'web') });
  await build({
    ...browser,
    entryPoints: { extension: 'client/src/webExtension.ts' },
    // Otherwise the extension host treats it as an ES module by package.json.
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    external: ['vscode'],
  });
  // The server's shipped files, for environments that pass them: paths below dist/. It requests the definitions in
  // crds/ by group.
  const beside = [
    'catalog.json',
    ...(values.site === undefined ? [] : ['site.json']),
    ...readdirSync(join(outdir, 'explain')).map((name) => `explain/${name}`),
  ];
  writeFileSync(join(outdir, 'web', 'files.json'), JSON.stringify(beside));
}
writeNotices(packages, outdir, [...(fieldTexts === undefined ? [] : [fieldTexts.notice]), ...customTexts.notices]);

/** The fixtures of all checks cover the code of typical runs. Exit codes are ignored. */
function keepCompiled() {
  const everything = ['check', 'sample', 'server/src', '--format', 'json'];
  spawnSync(process.execPath, [join(outdir, 'keep-compiled.js'), ...everything], { stdio: 'ignore' });
  rmSync(join(outdir, 'keep-compiled.js'));
}
