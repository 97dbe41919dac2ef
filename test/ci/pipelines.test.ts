import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { builtCli, Workspace } from '../cli/harness.ts';
import { configMap, oldCronJob, oldIngress } from '../cli/manifests.ts';
import { documentsOf, needsShell, pathWithCli, runScript } from './shell.ts';

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly require_serial: boolean;
}

describe('the pre-commit hooks', () => {
  const hooks = documentsOf<readonly Hook[]>('.pre-commit-hooks.yaml')[0] ?? [];

  /** Runs a hook on files like pre-commit, in a separate clone of this repository. */
  function run(workspace: Workspace, id: string, files: readonly string[]) {
    const hook = hooks.find((candidate) => candidate.id === id);
    assert.ok(hook?.language === 'script' && hook.require_serial, id);
    const clone = join(workspace.path, '.clone');
    if (!existsSync(clone)) {
      mkdirSync(clone);
      cpSync('ci', join(clone, 'ci'), { recursive: true });
      symlinkSync(dirname(builtCli()), join(clone, 'dist'));
    }
    const [script = '', ...args] = hook.entry.split(' ');
    const program = [join(clone, script), ...args, ...files];
    return spawnSync(process.execPath, program, { cwd: workspace.path, encoding: 'utf8' });
  }

  it('check and fix the committed files', () => {
    const workspace = new Workspace({ 'a.yaml': configMap, 'b.yaml': oldCronJob, 'c.yaml': oldIngress });
    try {
      assert.equal(run(workspace, 'kubecompat', ['a.yaml']).status, 0);
      const checked = run(workspace, 'kubecompat', ['a.yaml', 'b.yaml']);
      assert.equal(checked.status, 1);
      assert.match(checked.stdout, /removed-api[\s\S]*2 resources checked in 2 files/);
      assert.equal(run(workspace, 'kubecompat-fix', ['a.yaml', 'b.yaml']).status, 0);
      assert.match(readFileSync(join(workspace.path, 'b.yaml'), 'utf8'), /^apiVersion: batch\/v1 # keep/);
      assert.equal(run(workspace, 'kubecompat', ['a.yaml', 'b.yaml']).status, 0);
    } finally {
      workspace.remove();
    }
  });
});

interface GitlabJob {
  readonly script: readonly string[];
  readonly parallel?: number;
  readonly needs?: readonly string[];
}

describe('the GitLab template', () => {
  const [template] = documentsOf<Readonly<Record<string, GitlabJob>> & { variables: Record<string, string> }>(
    'ci/gitlab/kubecompat.gitlab-ci.yml',
  );

  function runJobs(workspace: Workspace) {
    const job = template?.['kubecompat'];
    const merge = template?.['kubecompat-report'];
    assert.ok(job?.parallel !== undefined && merge !== undefined && template !== undefined);
    assert.deepEqual(merge.needs, ['kubecompat']);
    const env = { ...template.variables, PATH: pathWithCli(workspace.path) };
    const runJob = ({ script }: GitlabJob, more: Readonly<Record<string, string>>) =>
      runScript('bash', ['set -eo pipefail', ...script].join('\n'), workspace.path, { ...env, ...more });
    for (let index = 1; index <= job.parallel; index++) {
      const node = { CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: `${job.parallel}` };
      const { exit, stderr } = runJob(job, node);
      assert.equal(exit, 0, stderr);
    }
    return runJob(merge, {});
  }

  it('divides the files among jobs, and reports the findings of all', function () {
    needsShell(this);
    const workspace = new Workspace({ 'a.yaml': oldIngress, 'b.yaml': configMap, 'c/c.yaml': oldCronJob });
    try {
      const { exit, stdout } = runJobs(workspace);
      assert.equal(exit, 1);
      assert.match(stdout, /2 errors; 3 resources checked in 3 files/);
      const quality: { location: { path: string } }[] = JSON.parse(
        readFileSync(join(workspace.path, 'gl-code-quality-report.json'), 'utf8'),
      );
      assert.deepEqual(
        quality.map(({ location }) => location.path),
        ['a.yaml', 'c/c.yaml'],
      );
      assert.match(readFileSync(join(workspace.path, 'kubecompat-junit.xml'), 'utf8'), /failures="2"/);
    } finally {
      workspace.remove();
    }
  });
});

describe('the container', () => {
  const lines = readFileSync('Containerfile', 'utf8').replaceAll('\\\n', ' ').split('\n');
  const stages = lines.reduce<string[][]>((found, line) => {
    if (line.startsWith('FROM ')) found.push([]);
    found.at(-1)?.push(line);
    return found;
  }, []);

  it('contains only what it needs, and does not run as root', () => {
    assert.equal(stages.length, 2);
    const last = stages[1] ?? [];
    assert.ok(last.some((line) => /^USER [1-9]\d*:[1-9]\d*$/.test(line)));
    assert.deepEqual(
      last.filter((line) => line.startsWith('COPY ')),
      ['COPY --from=build /opt/kubecompat /opt/kubecompat'],
    );
  });

  it('is built from the copied files, and runs', function () {
    needsShell(this);
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    const workspace = new Workspace({ 'a.yaml': oldIngress });
    try {
      const build = join(workspace.path, '.build');
      const opt = join(workspace.path, '.opt');
      mkdirSync(build);
      symlinkSync(resolve('node_modules'), join(build, 'node_modules'));
      for (const line of stages[0] ?? []) {
        const [word, ...words] = line.split(/\s+/);
        if (word === 'COPY') {
          const to = words.at(-1) ?? '';
          for (const from of words.slice(0, -1)) {
            assert.ok(ignored.includes(`!${from}`), `.dockerignore leaves out ${from}`);
            const target = to.endsWith('/') ? join(build, to, from.split('/').at(-1) ?? '') : join(build, to);
            cpSync(from, target, { recursive: true, filter: (path) => !/\.test\.ts$|\/fixtures$/.test(path) });
          }
        }
        if (word === 'RUN' && !line.includes('npm ci')) {
          const { exit, stderr } = runScript('sh', line.slice('RUN '.length).replaceAll('/opt', opt), build, {
            PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          });
          assert.equal(exit, 0, stderr);
        }
      }
      const program = (stages[1] ?? []).map((line) => /^RUN printf '(.*)' > \S+ /.exec(line)?.[1]).find(Boolean) ?? '';
      const script = join(workspace.path, '.program');
      writeFileSync(script, program.replaceAll('\\n', '\n').replaceAll('/opt', opt));
      const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
      const { exit, stdout, stderr } = runScript('sh', `sh '${script}' check a.yaml --target=1.36`, workspace.path, {
        PATH,
      });
      assert.equal(exit, 1, stderr);
      assert.match(stdout, /removed-api/);
    } finally {
      workspace.remove();
    }
  });
});
