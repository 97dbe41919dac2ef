import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyze } from '../../server/src/analyze.ts';
import { builtCli, Workspace } from '../cli/harness.ts';
import { configMap, oldCronJob, oldIngress } from '../cli/manifests.ts';
import { helmFolder } from '../harness/helm.ts';
import { inputs } from '../harness/inputs.ts';
import { surfaceOf } from '../harness/surfaces.ts';
import { textFiles } from '../support/textFiles.ts';
import { documentsOf, needsShell, pathWithCli, runScript } from './shell.ts';

const textOf = (workspace: Workspace, name: string) => readFileSync(join(workspace.path, name), 'utf8');

/** The commit author for Git. */
const author = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

/** Checks a file that must have no findings. @returns how many of its objects were checked. */
function checkedIn(file: string, target: string): number {
  const args = ['check', file, `--target=${target}`, '--strict', '--fail-on=hint', '--format=json'];
  const checked = spawnSync(process.execPath, [builtCli(), ...args], { encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  return JSON.parse(checked.stdout).summary.coverage.judged;
}

/** Runs a test in a workspace, which is removed afterwards. */
function inWorkspace(files: Readonly<Record<string, string>>, test: (workspace: Workspace) => void): void {
  const workspace = new Workspace(files);
  try {
    test(workspace);
  } finally {
    workspace.remove();
  }
}

interface Task {
  readonly spec: {
    readonly params: readonly { readonly name: string; readonly default: string | readonly string[] }[];
    readonly steps: readonly {
      readonly script: string;
      readonly env: readonly Env[];
      readonly args: readonly string[];
    }[];
  };
}

interface Env {
  readonly name: string;
  readonly value: string;
}

describe('the Tekton Task', () => {
  const file = 'ci/tekton/kubecompat.yaml';
  const [task] = documentsOf<Task>(file);
  const [step] = task?.spec.steps ?? [];

  it('is valid for a cluster with Tekton', () => {
    assert.equal(checkedIn(file, '1.37,crds=tekton-pipeline=v1.6'), 1);
  });

  /** Runs the step like Tekton, which first substitutes parameters in arguments and variables. */
  function run(workspace: Workspace, params: Readonly<Record<string, string | readonly string[]>>) {
    assert.ok(step !== undefined && task !== undefined);
    assert.doesNotMatch(step.script, /\$\(params/);
    assert.deepEqual(step.args, ['$(params.paths[*])']);
    const paramOf = (name: string) =>
      params[name] ?? task.spec.params.find((param) => param.name === name)?.default ?? '';
    const env = Object.fromEntries(
      step.env.map(({ name, value }) => [
        name,
        value
          .replace(/\$\(params\.([\w-]+)\)/, (_, param: string) => String(paramOf(param)))
          .replace(/\$\(results\.([\w-]+)\.path\)/, (_, result: string) => join(workspace.path, `.${result}`)),
      ]),
    );
    workspace.write('.script', step.script);
    const args = [paramOf('paths')].flat();
    return spawnSync('sh', ['.script', ...args], {
      cwd: workspace.path,
      env: { ...env, PATH: pathWithCli(workspace.path) },
      encoding: 'utf8',
    });
  }

  it('checks its parameters, fails if there are errors, and counts them', function () {
    needsShell(this);
    inWorkspace({ 'a.yaml': oldIngress, 'b b/b.yaml': oldCronJob, 'c.yaml': oldIngress }, (workspace) => {
      const { status, stdout, stderr } = run(workspace, { target: '1.37', paths: ['a.yaml', 'b b'] });
      assert.equal(status, 1, stderr);
      assert.match(stdout, /2 errors; 2 resources checked in 2 files/);
      assert.equal(textOf(workspace, '.exit-code'), '1');
      assert.equal(textOf(workspace, '.errors'), '2');
      assert.match(textOf(workspace, 'kubecompat-junit.xml'), /failures="2"/);
      assert.equal(run(workspace, { target: '1.37', 'fail-on': 'never' }).status, 0);
    });
  });

  it('passes without findings, and explains wrong parameters', function () {
    needsShell(this);
    inWorkspace({ 'a.yaml': configMap }, (workspace) => {
      assert.equal(run(workspace, {}).status, 0);
      assert.equal(textOf(workspace, '.errors'), '0');
      const wrong = run(workspace, { target: '$(touch made)' });
      assert.equal(wrong.status, 2);
      assert.equal(textOf(workspace, '.exit-code'), '2');
      assert.ok(!existsSync(join(workspace.path, 'made')));
    });
  });
});

describe('the Jenkinsfile', () => {
  const script = /sh '''\n([\s\S]*?)'''/.exec(readFileSync('ci/jenkins/Jenkinsfile', 'utf8'))?.[1] ?? '';

  it('writes the reports that Jenkins reads', function () {
    needsShell(this);
    inWorkspace({ 'a.yaml': oldIngress }, (workspace) => {
      const run = (env: Readonly<Record<string, string>>) =>
        runScript('sh', script, workspace.path, { PATH: pathWithCli(workspace.path), ...env });
      const { exit, stdout } = run({ TARGET: '1.37', FAIL_ON: 'error' });
      assert.equal(exit, 1);
      assert.match(stdout, /removed-api/);
      const read = [...readFileSync('ci/jenkins/Jenkinsfile', 'utf8').matchAll(/(?:testResults|pattern): '([^']+)'/g)];
      assert.equal(read.length, 2);
      for (const [, path = ''] of read) assert.ok(existsSync(join(workspace.path, path)), path);
      assert.match(textOf(workspace, 'kubecompat-reports/junit.xml'), /failures="1"/);
      assert.equal(run({ TARGET: '1.21', FAIL_ON: 'error' }).exit, 0);
    });
  });
});

interface Component {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string }>> };
}

describe('the GitLab component', () => {
  const [head, ...rest] = readFileSync('templates/kubecompat.yml', 'utf8').split(/^---$/m);
  const [header] = documentsOf<Component>('templates/kubecompat.yml');

  it('passes its inputs to the check as variables', function () {
    needsShell(this);
    assert.ok(head !== undefined && header !== undefined);
    assert.equal(rest.length, 1);
    const { kubecompat: job } = documentsOf<{
      kubecompat: { readonly script: readonly string[]; readonly variables: Readonly<Record<string, string>> };
    }>('templates/kubecompat.yml')[1] ?? { kubecompat: { script: [], variables: {} } };
    assert.ok(job.script.length > 0);
    for (const line of job.script) assert.doesNotMatch(line, /\$\[\[/);
    const given: Readonly<Record<string, string>> = { paths: 'a.yaml c', targets: '1.36 1.37' };
    const variables = Object.entries(job.variables).map(([name, value]) => [
      name,
      value.replace(/\$\[\[ inputs\.([\w-]+) \]\]/, (_, input: string) => {
        assert.ok(input in header.spec.inputs, input);
        return given[input] ?? header.spec.inputs[input]?.default ?? '';
      }),
    ]);
    inWorkspace({ 'a.yaml': oldIngress, 'b.yaml': oldIngress, 'c/c.yaml': configMap }, (workspace) => {
      const env = { ...Object.fromEntries(variables), PATH: pathWithCli(workspace.path) };
      const script = ['set -eo pipefail', ...job.script].join('\n');
      const { exit, stdout, stderr } = runScript('bash', script, workspace.path, env);
      assert.equal(exit, 1, stderr);
      assert.match(stdout, /2 resources checked in 2 files/);
      assert.match(stdout, /1\.36[\s\S]*1\.37/);
      assert.equal(JSON.parse(textOf(workspace, 'gl-code-quality-report.json')).length, 1);
    });
  });
});

describe('the Argo CD plugin', () => {
  const generate = resolve('ci/argocd/generate.sh');
  const env = (workspace: Workspace, more: Readonly<Record<string, string>> = {}) => ({
    PATH: pathWithCli(workspace.path),
    ...more,
  });

  it('prints the documents that the cluster accepts, byte for byte', function () {
    needsShell(this);
    inWorkspace({ 'b.yaml': configMap, 'a.yml': configMap, 'README.md': '# a' }, (workspace) => {
      const { exit, stdout, stderr } = runScript(
        'sh',
        `sh '${generate}'`,
        workspace.path,
        env(workspace, { KUBE_VERSION: '1.36.2' }),
      );
      assert.equal(exit, 0, stderr);
      assert.equal(stdout, `---\n${configMap}\n---\n${configMap}\n`);
      assert.match(stderr, /2 resources checked/);
      assert.match(stderr, /Kubernetes 1\.36/);
    });
  });

  it('prints only the reason if the cluster would refuse a part', function () {
    needsShell(this);
    inWorkspace({ 'a.yaml': oldIngress, 'b.yaml': configMap }, (workspace) => {
      const run = (more: Readonly<Record<string, string>>) =>
        runScript('sh', `sh '${generate}'`, workspace.path, env(workspace, more));
      const refused = run({ KUBE_VERSION: '1.36.2' });
      assert.equal(refused.exit, 1);
      assert.equal(refused.stdout, '');
      assert.match(refused.stderr, /removed-api/);
      assert.equal(run({ KUBE_VERSION: '1.36.2', PARAM_TARGET: '1.21' }).exit, 0);
      assert.equal(run({ KUBE_VERSION: '1.36.2', PARAM_FAIL_ON: 'never' }).exit, 0);
    });
  });

  it('renders charts', function () {
    needsShell(this);
    const helm = helmFolder(this);
    inWorkspace(chart('1.0.0', 'policy/v1beta1'), (workspace) => {
      const chartFolder = join(workspace.path, 'chart');
      const PATH = `${helm}:${pathWithCli(workspace.path)}`;
      const run = (version: string) =>
        runScript('sh', `sh '${generate}'`, chartFolder, {
          PATH,
          KUBE_VERSION: version,
          ARGOCD_APP_NAME: 'shop',
          HOME: workspace.path,
        });
      const accepted = run('v1.24.3');
      assert.equal(accepted.exit, 0, accepted.stderr);
      assert.match(accepted.stdout, /name: "shop-web"/);
      assert.equal(run('1.25.0').exit, 1);
    });
  });

  it('consists of objects that Kubernetes accepts', () => {
    const [plugin] = documentsOf<{ spec: { generate: { command: readonly string[] } } }>('ci/argocd/plugin.yaml');
    assert.match(
      plugin?.spec.generate.command.join(' ') ?? '',
      /^sh \/home\/argocd\/cmp-server\/config\/generate\.sh$/,
    );
    const [sidecar] = documentsOf<{ spec: object }>('ci/argocd/sidecar.yaml');
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'argocd-repo-server' } };
    const { template } = { template: {}, ...sidecar?.spec };
    const labels = { app: 'a' };
    const pod = { metadata: { labels }, ...template };
    // What the server also has, such as the volumes of Argo CD.
    const volumes = ['var-files', 'plugins'].map((name) => ({ name, emptyDir: {} }));
    const podCopy = JSON.parse(JSON.stringify(pod));
    podCopy.spec.volumes.push(...volumes);
    const object = { ...deployment, spec: { selector: { matchLabels: labels }, template: podCopy } };
    const { resources } = analyze(JSON.stringify(object), inputs('a.json', [surfaceOf('1.37')]));
    assert.equal(resources.length, 1);
    assert.deepEqual(
      resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings.map(({ message }) => message))),
      [],
    );
  });
});

describe('the Flux promotion script', () => {
  const promote = resolve('ci/flux/promote.sh');

  it('moves the branch that Flux follows only to commits without findings', function () {
    needsShell(this);
    inWorkspace({ 'repo/a.yaml': configMap, ...filled('configuration/', {}) }, (workspace) => {
      const repository = join(workspace.path, 'repo');
      const remote = join(workspace.path, 'remote.git');
      const environment = {
        PATH: pathWithCli(workspace.path),
        HOME: workspace.path,
        ...author,
      };
      const run = (script: string) => runScript('sh', script, repository, environment);
      const commit = 'git add -A && git commit -qm a && git rev-parse HEAD';
      const set = run(
        `git init -q --bare '${remote}' && git init -q && git remote add origin '${remote}' && ${commit}`,
      );
      assert.equal(set.exit, 0, set.stderr);
      const checked = () => run(`git --git-dir='${remote}' rev-parse refs/heads/checked`).stdout.trim();

      const first = run(`sh '${promote}'`);
      assert.equal(first.exit, 0, first.stderr);
      const good = checked();
      assert.equal(good, set.stdout.trim());

      workspace.write('repo/b.yaml', oldIngress);
      run(commit);
      const refused = run(`sh '${promote}'`);
      assert.equal(refused.exit, 1);
      assert.match(refused.stdout, /removed-api/);
      assert.equal(checked(), good, 'Flux stays where it is');

      workspace.write('repo/b.yaml', configMap.replace('name: ', 'name: b-'));
      const fixed = run(commit).stdout.trim();
      assert.equal(run(`sh '${promote}'`).exit, 0);
      assert.equal(checked(), fixed);
    });
  });

  it('has objects that are valid for Flux', () => {
    assert.equal(checkedIn('ci/flux/source.yaml', '1.37,crds=kustomize-controller=v1.4;source-controller=v1.4'), 2);
  });
});

describe('the workflow for pull requests that update a chart', () => {
  const script = resolve('ci/charts/changes.sh');

  it('shows the changes of the rendered objects, and fails if a server refuses them', function () {
    needsShell(this);
    const helm = helmFolder(this);
    inWorkspace({ ...chart('1.0.0', 'policy/v1'), ...library('policy/v1', '1') }, (workspace) => {
      const environment = {
        PATH: `${helm}:${pathWithCli(workspace.path)}`,
        HOME: workspace.path,
        SUMMARY: join(workspace.path, '.summary.md'),
        TARGETS: '1.37\n',
        ...author,
      };
      const run = (line: string) => runScript('bash', line, workspace.path, environment);
      const set = run("printf '.*\\n!.gitignore\\n' > .gitignore && git init -q && git add -A && git commit -qm a");
      assert.equal(set.exit, 0, set.stderr);
      for (const [name, content] of Object.entries(library('policy/v1beta1', '2'))) workspace.write(name, content);
      const { exit, stdout, stderr } = run(`'${script}' chart HEAD`);
      assert.equal(exit, 1, stderr);
      assert.match(stdout, /apiVersion: was policy\/v1\n {2}new at 1\.37: not-served\[removed-api\]/);
      assert.match(stdout, /changed: data\.version/);
      assert.match(stdout, /0 added, 0 removed, 2 changed, 1 the same/);
      assert.match(textOf(workspace, '.summary.md'), /### Changes of chart\n\n`{6}text\n/);
      const status = run('git status --porcelain; git worktree list | wc -l');
      assert.match(status.stdout.trim(), /^(?: ?M \S+\n)+1$/);
    });
  });
});

/** A chart with a budget. */
function chart(version: string, apiVersion: string): Readonly<Record<string, string>> {
  return filled('budget/', { VERSION: version, API: apiVersion });
}

/** A chart and its dependency in a sibling folder. */
function library(apiVersion: string, version: string): Readonly<Record<string, string>> {
  return filled('library/', { VERSION: version, API: apiVersion });
}

function filled(folder: string, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const files = textFiles(new URL('steps.txt', import.meta.url));
  return Object.fromEntries(Object.keys(files.below(folder)).map((name) => [name, files.text(folder + name, values)]));
}
