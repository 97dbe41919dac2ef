import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyze } from '../../server/src/analyze.ts';
import { readCatalog } from '../../server/src/workspace/shipped/catalogFile.ts';
import { Workspace } from '../cli/harness.ts';
import { configMap, oldCronJob, oldIngress } from '../cli/manifests.ts';
import { inputs } from '../harness/inputs.ts';
import { surfaceOf } from '../harness/surfaces.ts';
import { documentsOf, needsShell, pathWithCli, runScript } from './shell.ts';

const file = 'ci/kubernetes/check.yaml';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly completionMode?: string;
    readonly template?: { readonly spec: PodSpec };
  };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
}

describe('manifests for an Indexed Job', () => {
  const manifests = documentsOf<Manifest>(file);
  const named = (kind: string, name: string): Manifest => {
    const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    assert.ok(found !== undefined, `${kind} ${name}`);
    return found;
  };
  const settings = named('ConfigMap', 'kubecompat-settings').data ?? {};
  const scripts = named('ConfigMap', 'kubecompat-scripts').data ?? {};

  const { newest } = readCatalog();
  for (let minor = 24; minor <= newest; minor++) {
    it(`mean the same to Kubernetes 1.${minor}, without findings`, () => {
      const { resources, documentFindings, notJudged } = analyze(
        readFileSync(file, 'utf8'),
        inputs(file, [surfaceOf(`1.${minor}`)]),
      );
      assert.equal(resources.length, manifests.length);
      assert.deepEqual(
        resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
        [],
      );
      assert.deepEqual([...documentFindings, ...notJudged], []);
    });
  }

  it('have as many indexes as shards, and run the scripts in their ConfigMap', () => {
    const { spec } = named('Job', 'kubecompat');
    assert.equal(spec?.completionMode, 'Indexed');
    assert.equal(spec.completions, Number(settings['SHARDS']));
    assert.equal(spec.parallelism, spec.completions);
    for (const job of ['kubecompat', 'kubecompat-merge']) {
      const pod = named('Job', job).spec?.template?.spec;
      for (const { command, envFrom } of [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])]) {
        assert.deepEqual(envFrom, [{ configMapRef: { name: 'kubecompat-settings' } }]);
        const [shell, script = ''] = command;
        assert.equal(shell, 'sh');
        assert.ok(script.replace('/scripts/', '') in scripts, script);
      }
    }
  });

  /** Runs a script of the manifests with folders of a workspace in place of the volumes. */
  function run(workspace: Workspace, name: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
    const script = (scripts[name] ?? '').replaceAll('/results', join(workspace.path, 'results'));
    const PATH = pathWithCli(workspace.path);
    return runScript('sh', script, join(workspace.path, cwd), { PATH, ...settings, ...env });
  }

  it('check every file once in any order of Pods, with retries, and merge the reports', function () {
    needsShell(this);
    const workspace = new Workspace({
      'workspace/a/a.yaml': oldIngress,
      'workspace/b/b.yaml': oldCronJob,
      'workspace/c.yaml': configMap,
    });
    try {
      mkdirSync(join(workspace.path, 'results'));
      for (const index of ['2', '0', '3', '1', '0']) {
        const { exit, stderr } = run(workspace, 'shard.sh', 'workspace', { JOB_COMPLETION_INDEX: index });
        assert.equal(exit, 0, stderr);
      }
      assert.equal(run(workspace, 'wait.sh', 'results').exit, 0);
      const merged = run(workspace, 'merge.sh', 'results');
      assert.equal(merged.exit, 0, merged.stderr);
      assert.match(merged.stdout, /\*\*2 errors\*\*; 3 resources checked in 3 files/);
      const whole = workspace.run(['check', '.', '--format=json'], { cwd: 'workspace' });
      assert.equal(readFileSync(join(workspace.path, 'results/report.json'), 'utf8'), whole.stdout);
      for (const name of ['report.sarif', 'report.html', 'report.md']) {
        assert.ok(existsSync(join(workspace.path, 'results', name)), name);
      }
      assert.ok(!existsSync(join(workspace.path, 'results/parts/1')), 'the parts are gone');
    } finally {
      workspace.remove();
    }
  });

  it('fail if the flags are wrong, and leave no part of a report', function () {
    needsShell(this);
    const workspace = new Workspace({ 'workspace/a.yaml': configMap });
    try {
      mkdirSync(join(workspace.path, 'results'));
      const env = { JOB_COMPLETION_INDEX: '0', CHECK_FLAGS: '--target=1.99' };
      assert.equal(run(workspace, 'shard.sh', 'workspace', env).exit, 2);
      assert.ok(!existsSync(join(workspace.path, 'results/parts/1/1-of-4.json')));
    } finally {
      workspace.remove();
    }
  });
});
