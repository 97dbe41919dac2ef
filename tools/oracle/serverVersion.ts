import { spawnSync } from 'node:child_process';
import { StepFailed } from '../kubernetes/go.ts';

/** How long a program may take to say its version, in milliseconds. */
const patience = 60_000;

/** Throws `StepFailed` unless a program is kube-apiserver of a release, by its `--version`: what it answers is kept as the release's. */
export function assertServerOf(release: string, program: string): void {
  const { error, stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: patience });
  if (error !== undefined) throw new StepFailed(`${program} does not run: ${error.message}`);
  const version = /^Kubernetes v(\S+)/m.exec(stdout)?.[1];
  if (version === release) return;
  const [firstLine = ''] = `${stderr}${stdout}`.trim().split('\n');
  const is =
    version === undefined ? `is not kube-apiserver${firstLine === '' ? '' : `: ${firstLine}`}` : `is of ${version}`;
  throw new StepFailed(`${program} ${is}; name the server of ${release} with --server.`);
}
