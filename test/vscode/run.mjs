// Runs test/vscode/suite in a real extension host with @vscode/test-electron: in the desktop VS Code at VSCODE_PATH, or
// else in the installed workbench.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { need } from '../setup/needs.mjs';
import { notRun } from '../setup/notRun.mjs';
import { outFolder } from './workbench.mjs';

const desktop = process.env.VSCODE_PATH;
const missing = desktop === undefined ? (need('chromium').reason ?? need('test workbench').reason) : undefined;
if (missing !== undefined) notRun(missing);
if (!existsSync('dist/extension.cjs')) {
  console.error('dist/extension.cjs is missing; run npm run build first.');
  process.exit(1);
}

const testFolder = import.meta.dirname;
const out = outFolder('vscode-suite');
const result = join(out, 'result.json');
const output = join(out, 'output.txt');
for (const file of readdirSync(out)) rmSync(join(out, file), { recursive: true });
const tests = readdirSync(join(testFolder, 'suite')).filter((name) => name === 'index.ts' || name.endsWith('.test.ts'));
await build({
  entryPoints: tests.map((name) => join(testFolder, 'suite', name)),
  outdir: out,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'mocha'],
  logLevel: 'warning',
});

const folder = mkdtempSync(join(tmpdir(), 'kubecompat-suite-'));
cpSync(join(testFolder, 'fixtures'), folder, { recursive: true });
let ended = true;
try {
  await runTests({
    vscodeExecutablePath: desktop ?? join(testFolder, 'code.mjs'),
    extensionDevelopmentPath: resolve(testFolder, '..', '..'),
    extensionTestsPath: join(out, 'index.cjs'),
    launchArgs: [folder],
    extensionTestsEnv: { KUBECOMPAT_SUITE_RESULT: result, KUBECOMPAT_SUITE_OUTPUT: output },
  });
} catch (error) {
  console.error(String(error));
  ended = false;
}
rmSync(folder, { recursive: true, force: true });
if (existsSync(output)) process.stdout.write(readFileSync(output, 'utf8'));
// A suite that did not load wrote no result: that is a failure, not an empty success.
const { passes, failures } = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')) : { passes: 0, failures: 1 };
const failed = failures === 0 && (passes === 0 || !ended) ? 1 : failures;
console.log(`${passes} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
