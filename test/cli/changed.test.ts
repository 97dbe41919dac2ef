import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { notRun } from '../harness/notRun.ts';
import { type Files, Workspace } from './harness.ts';
import { configMap, lampDefinition, oldCronJob, oldIngress } from './manifests.ts';

const lamp = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: a }\nspec: { colour: 1 }\n';

/** A repository whose first commit has some files, the branch `main` there, and a branch of our own that goes on. */
class Repository extends Workspace {
  constructor(files: Files) {
    super(files);
    this.git('init', '-q', '-b', 'main');
    this.commit();
    this.git('checkout', '-q', '-b', 'work');
  }

  git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: this.path, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-qm', 'x');
  }

  has(name: string): boolean {
    return existsSync(join(this.path, name));
  }

  text(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  delete(name: string): void {
    rmSync(join(this.path, name));
  }

  /** The files that a run finds something in, and how many it looks at. */
  check(...args: readonly string[]): { readonly found: readonly string[]; readonly files: number } {
    const { stdout, stderr } = this.run(['check', '.', '--format=json', '--changed-since=main', ...args]);
    assert.notEqual(stdout, '', stderr);
    const report: { findings: { file: string }[]; summary: { files: number } } = JSON.parse(stdout);
    return { found: [...new Set(report.findings.map(({ file }) => file))], files: report.summary.files };
  }
}

function inRepository(files: Files, use: (repository: Repository) => void): void {
  const repository = new Repository(files);
  try {
    use(repository);
  } finally {
    repository.remove();
  }
}

describe('--changed-since', () => {
  it('judges the resources of a set whose release a changed file names', () => {
    const names = (release: string) =>
      `resources: ["https://github.com/kubernetes-sigs/gateway-api/releases/download/${release}/standard-install.yaml"]\n`;
    const route =
      'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: web }\nspec: { hostname: [a.example] }\n';
    inRepository({ 'infra/kustomization.yaml': names('v1.1.0'), 'apps/route.yaml': route }, (repository) => {
      assert.deepEqual(repository.check(), { found: [], files: 0 });
      repository.write('infra/kustomization.yaml', names('v1.2.0'));
      assert.deepEqual(repository.check(), { found: ['apps/route.yaml'], files: 2 });
    });
  });

  const old = { 'a.yaml': oldIngress, 'b.yaml': oldIngress, 'c/c.yaml': oldIngress };

  it('judges what was committed, staged, changed or added since, and nothing else', () => {
    inRepository({ ...old, 'd.yaml': oldIngress, '.gitignore': 'ignored.yaml\n' }, (repository) => {
      assert.deepEqual(repository.check(), { found: [], files: 0 });
      repository.write('a.yaml', oldCronJob);
      repository.commit();
      repository.write('b.yaml', oldCronJob);
      repository.git('add', 'b.yaml');
      repository.write('c/c.yaml', oldCronJob);
      repository.write('new.yaml', oldCronJob);
      repository.write('ignored.yaml', oldCronJob);
      assert.deepEqual(repository.check(), { found: ['a.yaml', 'b.yaml', 'c/c.yaml', 'new.yaml'], files: 4 });
    });
  });

  it('leaves out what others have changed since the branch left', () => {
    inRepository(old, (repository) => {
      repository.git('checkout', '-q', 'main');
      repository.write('a.yaml', oldCronJob);
      repository.commit();
      repository.git('checkout', '-q', 'work');
      assert.deepEqual(repository.check().found, []);
    });
  });

  it('works from a folder of the repository, on what is below it', () => {
    inRepository(old, (repository) => {
      repository.write('c/c.yaml', oldCronJob);
      repository.write('a.yaml', oldCronJob);
      const { stdout } = repository.run(['check', '.', '--changed-since=HEAD'], { cwd: 'c' });
      assert.match(stdout, /--> c\.yaml:1/);
      assert.doesNotMatch(stdout, /a\.yaml/);
    });
  });

  it('judges the objects of a kind whose definition has changed or is gone', () => {
    const crd = lampDefinition('properties: { colour: { type: integer } }');
    inRepository({ 'crd.yaml': crd, 'lamp.yaml': lamp, 'a.yaml': oldIngress }, (repository) => {
      repository.write('crd.yaml', crd.replace('integer', 'string'));
      assert.deepEqual(repository.check(), { found: ['lamp.yaml'], files: 2 });
      repository.delete('crd.yaml');
      assert.equal(repository.check().files, 1);
    });
  });

  it('knows the definitions that have not changed', () => {
    const crd = lampDefinition('properties: { colour: { type: string } }');
    inRepository({ 'crd.yaml': crd, 'a.yaml': configMap }, (repository) => {
      repository.write('lamp.yaml', lamp);
      assert.deepEqual(repository.check(), { found: ['lamp.yaml'], files: 1 });
    });
  });

  it('judges what a changed configuration, kustomization, chart or target is about', () => {
    const pod = (version: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  containers:\n    - name: a\n      image: registry.k8s.io/kube-apiserver:v${version}\n      command: [kube-apiserver]\n`;
    const files = {
      'a/a.yaml': oldIngress,
      'b/kustomization.yaml': 'resources: [b.yaml]\n',
      'b/b.yaml': oldIngress,
      'chart/Chart.yaml': 'apiVersion: v2\nname: a\nversion: 1.0.0\n',
      'chart/values.yaml': 'a: 1\n',
      'chart/templates/c.yaml': oldIngress,
      'd/.kubecompat.yaml': 'targets: { d: { from: kube-apiserver.yaml } }\n',
      'd/kube-apiserver.yaml': pod('1.36.0'),
    };
    inRepository(files, (repository) => {
      const changes: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
        ['a/.kubecompat.yaml', 'targets: { a: { binaryVersion: "1.36" } }\n', ['a/a.yaml']],
        ['b/kustomization.yaml', 'resources: [b.yaml]\nnamePrefix: a\n', ['b/b.yaml']],
        ['chart/values.yaml', 'a: 2\n', ['chart/templates/c.yaml']],
      ];
      for (const [name, text, found] of changes) {
        repository.write(name, text);
        assert.deepEqual(repository.check().found, found, name);
        repository.git('add', '-A');
        repository.git('reset', '-q', '--hard');
      }
      repository.write('d/kube-apiserver.yaml', pod('1.35.0'));
      assert.equal(repository.check().files, 7);
    });
  });

  it('runs no program that the repository names, whatever git has to compare', () => {
    const filter = (name: string) => `* filter=${name}\n`;
    inRepository({ ...old, '.gitattributes': filter('x=y') }, (repository) => {
      const sub = new Repository({ 'sub.yaml': configMap, '.gitattributes': filter('evil') });
      try {
        repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', sub.path, 'sub');
        repository.commit();
        const evil = ['clean', 'process', 'smudge'].map((command) => [command, `touch ${repository.path}/ran; cat`]);
        for (const [command = '', program = ''] of evil) {
          repository.git('config', `filter.x=y.${command}`, program);
          repository.git('-C', 'sub', 'config', `filter.evil.${command}`, program);
        }
        repository.git('config', 'filter.x=y.required', 'true');
        repository.git('-C', 'sub', 'config', 'core.fsmonitor', `touch ${repository.path}/ran`);
        // As long as before, so that git has to look into the files.
        repository.write('a.yaml', repository.text('a.yaml').replace('name', 'mane'));
        repository.write('sub/sub.yaml', oldIngress);
        const { found } = repository.check();
        assert.ok(found.includes('a.yaml'), found.join());
        assert.ok(!repository.has('ran'));
      } finally {
        sub.remove();
      }
    });
  });

  it('takes no git of the workspace', function () {
    if (process.platform === 'win32') notRun(this, 'the program of this test is a shell script');
    inRepository(old, (repository) => {
      repository.write('git', '#!/bin/sh\ntouch ran\n');
      chmodSync(join(repository.path, 'git'), 0o755);
      const env = { PATH: `.${delimiter}${process.env['PATH'] ?? ''}` };
      const { exit } = repository.run(['check', '.', '--changed-since=main'], { env });
      assert.equal(exit, 0);
      assert.ok(!repository.has('ran'));
    });
  });

  it('has a baseline whose other entries are not stale', () => {
    inRepository(old, (repository) => {
      repository.run(['check', '.', '--baseline=known', '--update-baseline']);
      repository.write('a.yaml', configMap);
      const { stdout, exit } = repository.run(['check', '.', '--changed-since=main', '--baseline=known']);
      assert.equal(exit, 0);
      assert.match(stdout, /1 entry of the baseline no longer found.*\n {2}a\.yaml/);
      assert.doesNotMatch(stdout, /[bc]\.yaml/);
    });
  });

  it('says what stands in the way', () => {
    inRepository(old, (repository) => {
      const { exit, stderr } = repository.run(['check', '.', '--changed-since=no-such-branch']);
      assert.equal(exit, 2);
      assert.match(stderr, /--changed-since=no-such-branch: .*\n.*fetch/);
      assert.equal(repository.run(['check', '-', '--changed-since=main']).exit, 2);
    });
    const nowhere = new Workspace(old);
    try {
      assert.equal(nowhere.run(['check', '.', '--changed-since=main']).exit, 2);
    } finally {
      nowhere.remove();
    }
  });
});
