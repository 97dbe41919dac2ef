import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { Workspace } from '../cli/harness.ts';
import { documentsOf, needsShell } from './shell.ts';

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);

describe('third-party parts of workflows', () => {
  it('are pinned: actions by commit, images by digest', () => {
    assert.ok(workflows.length > 1);
    for (const file of [...workflows, 'action.yml']) {
      for (const [line, , reference = ''] of readFileSync(file, 'utf8').matchAll(/^\s*(- )?uses: (.+)$/gm)) {
        assert.match(reference, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `${file}: ${line.trim()}`);
      }
    }
    const images = [...readFileSync('Containerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    assert.ok(images.length > 1);
    for (const image of images) assert.match(image, /^[\w.-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
    assert.equal(new Set(images).size, 1, 'what is built runs where it was built');
  });

  it('have no expression in the text of a script', () => {
    for (const file of [...workflows, 'action.yml']) {
      const scripts = readFileSync(file, 'utf8').matchAll(/^\s*run: (.+)$/gm);
      for (const [, script = ''] of scripts) assert.doesNotMatch(script, /\$\{\{/, file);
    }
  });
});

interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: {
    readonly release: { readonly steps: readonly Step[] };
    readonly executables: { readonly needs: string; readonly steps: readonly Step[] };
  };
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

describe('the release workflow', () => {
  const [workflow] = documentsOf<Workflow>('.github/workflows/release.yml');
  const step = (name: string): Step => {
    const found = workflow?.jobs.release.steps.find((step) => step.name === name);
    assert.ok(found !== undefined, name);
    return found;
  };

  it('signs the provenance of every file before it publishes the files', () => {
    assert.deepEqual(workflow?.on.push.tags, ['v*']);
    assert.deepEqual(workflow.permissions, { contents: 'write', 'id-token': 'write', attestations: 'write' });
    const names = workflow.jobs.release.steps.map(({ name }) => name);
    assert.deepEqual(names.slice(-3), ['Make the release', 'Say where it came from', 'Publish']);
    assert.equal(step('Say where it came from').with?.['subject-checksums'], 'release/SHA256SUMS');
  });

  it('signs the provenance of the executables of other systems before it adds them', () => {
    const { needs, steps } = workflow?.jobs.executables ?? { needs: '', steps: [] };
    assert.equal(needs, 'release');
    const names = steps.map(({ name }) => name);
    assert.deepEqual(names.slice(-3), ['Make the executable', 'Say where it came from', 'Publish']);
    assert.equal(steps.at(-2)?.with?.['subject-path'], 'release/*');
    assert.equal(steps.at(-3)?.run, 'npm run release -- "${TAG#v}" --executable');
  });

  it('makes the version that the tag names', () => {
    const { stdout, exit } = runStep('Make the release', { TAG: 'v9.8.7', REPOSITORY: 'https://example.com/r' });
    assert.equal(exit, 0);
    assert.equal(
      stdout,
      'npm run release -- 9.8.7 --address https://example.com/r/releases/download/v9.8.7 --repository https://example.com/r\n',
    );
  });

  const files = { 'RELEASE_NOTES.md': '- a\n', 'kubecompat-1.2.3.tgz': 'package\n' };
  const sums = Object.entries(files)
    .map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
    .join('');
  const released = (changed: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries({ ...files, SHA256SUMS: sums, ...changed }).map(([name, text]) => [`release/${name}`, text]),
    );

  it('publishes the files with their checksums, and to npm if there is a token', () => {
    const all =
      'gh release create v1.2.3 --verify-tag --title v1.2.3 --notes-file RELEASE_NOTES.md RELEASE_NOTES.md kubecompat-1.2.3.tgz SHA256SUMS\n';
    const without = runStep('Publish', { TAG: 'v1.2.3', NODE_AUTH_TOKEN: '' }, released());
    assert.equal(without.stdout, `${all}not published to npm: NPM_TOKEN is not set\n`);
    const withToken = runStep('Publish', { TAG: 'v1.2.3', NODE_AUTH_TOKEN: 'secret' }, released());
    assert.equal(withToken.stdout, `${all}npm publish ./kubecompat-1.2.3.tgz --access public --provenance\n`);
  });

  it('publishes nothing if a file was changed since it was made', () => {
    const changed = released({ 'kubecompat-1.2.3.tgz': 'another\n' });
    const { exit, stdout, stderr } = runStep('Publish', { TAG: 'v1.2.3', NODE_AUTH_TOKEN: 'secret' }, changed);
    assert.notEqual(exit, 0);
    assert.doesNotMatch(stdout, /gh|npm/);
    assert.match(stdout + stderr, /kubecompat-1\.2\.3\.tgz: FAILED/);
  });

  it('stops npm before it publishes a checkout', () => {
    const { status, stderr } = spawnSync('npm', ['publish', '--dry-run', '--offline'], { encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /a checkout is not published\n {2}do {3}npm run release/);
  });

  /** Runs a step with fake `npm` and `gh` that print their arguments. */
  function runStep(
    name: string,
    env: Readonly<Record<string, string>>,
    content: Readonly<Record<string, string>> = {},
  ) {
    const workspace = new Workspace(content);
    try {
      const bin = join(workspace.path, 'bin');
      mkdirSync(bin);
      for (const program of ['npm', 'gh']) {
        writeFileSync(join(bin, program), `#!/bin/sh\necho ${program} "$@"\n`);
        chmodSync(join(bin, program), 0o755);
      }
      workspace.write('ci/release/publish.sh', readFileSync(resolve('ci/release/publish.sh')));
      assert.ok(existsSync(join(bin, 'npm')));
      const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', step(name).run ?? 'exit 9'], {
        cwd: workspace.path,
        encoding: 'utf8',
        env: { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter), ...env },
      });
      return { exit: status, stdout, stderr };
    } finally {
      workspace.remove();
    }
  }

  before(function () {
    needsShell(this);
  });
});
