import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notRun } from './notRun.ts';

/** What a set-up says of a program: where it is, or why it is not there. */
interface SetUp {
  readonly path?: string;
  readonly reason?: string;
}

let helm: SetUp = {};

// Of the whole run, and before all tests: where no set-up has gone before, helm is built here, however long that takes.
before(function () {
  this.timeout(0);
  const left = process.env['KUBECOMPAT_SET_UP'] ?? built();
  const { helm: found }: { helm?: SetUp } = JSON.parse(left);
  helm = found ?? {};
});

function built(): string {
  const script = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [script, '--json', 'helm'], { encoding: 'utf8' });
  return stdout === '' ? '{}' : stdout;
}

/** The folder with the helm binary, which is there before tests begin; a test that needs it is left out where it is not. */
export function helmFolder(context: Mocha.Context): string {
  const { path, reason = 'helm was not set up' } = helm;
  return path === undefined ? notRun(context, reason) : `${dirname(path)}/`;
}
