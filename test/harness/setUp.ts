import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { notRun } from './notRun.ts';

/** The set-up of a program: its location, or why it is unavailable. */
interface SetUp {
  readonly path?: string;
  readonly reason?: string;
}

/**
 * Makes a program available before all tests of the run. If `npm run setup` has not run, the program is installed then,
 * without a time limit.
 *
 * @returns its path; a test that needs it is skipped if it is unavailable.
 */
export function setUp(
  name: 'helm' | 'kubectl' | 'older kubectl' | 'chromium' | 'node for windows',
): (context: Mocha.Context) => string {
  let found: SetUp = {};
  before(function () {
    this.timeout(0);
    const left: Partial<Record<string, SetUp>> = JSON.parse(process.env['KUBECOMPAT_SET_UP'] ?? installed(name));
    found = left[name] ?? {};
  });
  return (context) => found.path ?? notRun(context, found.reason ?? `${name} was not set up`);
}

function installed(name: string): string {
  const script = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [script, '--json', name], { encoding: 'utf8' });
  return stdout === '' ? '{}' : stdout;
}
