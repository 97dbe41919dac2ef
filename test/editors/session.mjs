// Runs an editor on a manifest, with the bundled language server over stdio, and checks the results and the saved file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suiteMs, waitMs } from '../guards.mjs';
import { notRun } from '../setup/notRun.mjs';
import { cronJob } from '../support/cronJob.mjs';

const manifest = (title, apiVersion) => `# ${title} reads this\n${cronJob(`${apiVersion} # and this`)}`;

/**
 * Runs a session in the editor, which writes `{"checks": [{"name", "ok", "detail"}]}` to KUBECOMPAT_RESULT, and exits
 * with its result. The session waits at most KUBECOMPAT_WAIT_MS milliseconds for each result.
 *
 * @param title the display name of the editor.
 * @param program its path, or the reason why it is not available.
 * @param args its arguments for a file.
 * @param added the text that the session inserts before the manifest, besides converting it.
 */
export function runSession({ title, program: { path, reason }, args, added = '' }) {
  if (path === undefined) notRun(reason);
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-editor-'));
  const file = join(folder, 'cronjob.yaml');
  const result = join(folder, 'result.json');
  writeFileSync(file, manifest(title, 'batch/v1beta1'));
  const { stderr } = spawnSync(path, args(file), {
    encoding: 'utf8',
    timeout: suiteMs,
    env: {
      ...process.env,
      KUBECOMPAT_SERVER: JSON.stringify([process.execPath, resolve('dist/cli.js'), 'lsp']),
      KUBECOMPAT_FILE: file,
      KUBECOMPAT_RESULT: result,
      KUBECOMPAT_WAIT_MS: String(waitMs),
      // Ignores the user's configuration, and writes no log to the user's home.
      ...Object.fromEntries(
        ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'].map((name) => [name, folder]),
      ),
    },
  });
  const checks = existsSync(result) ? JSON.parse(readFileSync(result, 'utf8')).checks : [];
  if (checks.length === 0) checks.push({ name: `${title} came to an end`, ok: false, detail: stderr });
  const saved = readFileSync(file, 'utf8');
  checks.push({ name: 'the saved file', ok: saved === `${added}${manifest(title, 'batch/v1')}`, detail: saved });
  rmSync(folder, { recursive: true, force: true });

  for (const { name, ok, detail } of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}${ok ? '' : `: ${detail}`}`);
  const failed = checks.filter(({ ok }) => !ok).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
