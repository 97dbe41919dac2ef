// Drives the bundled language server over stdio from Neovim and reads back what it saved.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { needNeovim, notRun } from '../../vscode/setup.mjs';

const { path: nvim, reason } = needNeovim();
if (nvim === undefined) notRun(reason);

const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'kubecompat-neovim-'));
const file = join(folder, 'cronjob.yaml');
const result = join(folder, 'result.json');
const manifest = (apiVersion) => `# Neovim reads this
apiVersion: ${apiVersion} # and this
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 4 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: report, image: "registry.example/report:1"}]
`;
writeFileSync(file, manifest('batch/v1beta1'));
const { stderr } = spawnSync(
  nvim,
  ['--clean', '--headless', '-n', '-c', `luafile ${join(here, 'session.lua')}`, file],
  {
    encoding: 'utf8',
    timeout: 90_000,
    env: {
      ...process.env,
      KUBECOMPAT_SERVER: JSON.stringify([process.execPath, resolve('dist/cli.js'), 'lsp']),
      KUBECOMPAT_RESULT: result,
      // Nothing of the user's own configuration, and no log in the user's home.
      ...Object.fromEntries(
        ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'].map((name) => [name, folder]),
      ),
    },
  },
);
const checks = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')).checks : [];
if (checks.length === 0) checks.push({ name: 'Neovim came to an end', ok: false, detail: stderr });
const saved = readFileSync(file, 'utf8');
checks.push({ name: 'the saved file', ok: saved === `# a line above\n${manifest('batch/v1')}`, detail: saved });
rmSync(folder, { recursive: true, force: true });

for (const { name, ok, detail } of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}${ok ? '' : `: ${detail}`}`);
const failed = checks.filter(({ ok }) => !ok).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
