import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { notRun } from '../harness/notRun.ts';
import { type Files, Workspace } from './harness.ts';
import { configMap, oldIngress } from './manifests.ts';

const workspaces: Workspace[] = [];

/** A workspace with named pipes that nobody writes to, for one test. */
function withPipes(context: Mocha.Context, files: Files, ...pipes: readonly string[]): Workspace {
  if (process.platform === 'win32') notRun(context, 'there are no named pipes in folders on Windows');
  const workspace = new Workspace(files);
  workspaces.push(workspace);
  for (const pipe of pipes) execFileSync('mkfifo', [join(workspace.path, pipe)]);
  return workspace;
}

describe('command line, pipes and devices', () => {
  afterEach(() => {
    for (const workspace of workspaces.splice(0)) workspace.remove();
  });

  it('judges a pipe that is named, once', async function () {
    const workspace = withPipes(this, {}, 'rendered');
    const run = workspace.start(['check', 'rendered', '--target=1.36']);
    spawn('sh', ['-c', 'cat > rendered'], { cwd: workspace.path, stdio: ['pipe', 'ignore', 'ignore'] }).stdin.end(
      oldIngress,
    );
    const { exit, stdout } = await run;
    assert.match(stdout, /rendered:1:13/);
    assert.equal(exit, 1);
  });

  for (const name of ['.gitignore', '.kubecompat.yaml', 'part.yaml', 'base/kustomization.yaml', 'chart/values.yaml']) {
    for (const kind of ['pipe', 'device'] as const) {
      it(`waits for no ${kind} in place of ${name}`, function () {
        const files: Files = {
          '.git/HEAD': '',
          'a.yaml': configMap,
          'kustomization.yaml': 'resources: [ part.yaml, base ]\n',
          'base/a.yaml': configMap,
          'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
          'chart/templates/a.yaml': `${configMap}---\n{{ .Values.a }}\n`,
        };
        const workspace = withPipes(this, files, ...(kind === 'pipe' ? [name] : []));
        if (kind === 'device') workspace.write(name, { to: '/dev/zero' });
        const { exit, stdout, stderr } = workspace.run(['check', '.', '--target=1.36']);
        const isSetting = name === '.kubecompat.yaml';
        assert.equal(exit, isSetting ? 2 : 0, stdout + stderr);
        const why = kind === 'pipe' ? 'is not a regular file' : 'is a link that leads out of the workspace';
        if (isSetting) assert.ok(stderr.includes(`.kubecompat.yaml: ${why}`), stderr);
        else assert.match(stdout, /resources? checked/);
      });
    }
  }
});
