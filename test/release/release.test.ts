import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import ts from 'typescript';
import { version } from '../../package.json';
import { releaseNotes } from '../../scripts/releaseNotes.mjs';
import { notRun } from '../harness/notRun.ts';
import { madeRelease, makeRelease, run, unpackExecutable } from './madeRelease.ts';

const oldBudget = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\n';

describe('a release', function () {
  // It packs, installs and starts programs.
  this.timeout('10m');
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-release-'));
  const project = join(folder, 'project');
  const platform = `${process.platform}-${process.arch}`;
  let out: string;
  let archive: string;

  before(() => {
    out = madeRelease();
    archive = join(out, `kubecompat-${version}.tgz`);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], project);
    writeFileSync(join(project, 'a.yaml'), oldBudget);
    cpSync('docs/examples', project, { recursive: true });
  });

  function catalogueArchive(): string {
    const name = readdirSync(out).find((file) => /^kubecompat-catalogue-\d+\.\d+\.\d{8}\.tgz$/.test(file));
    assert.ok(name !== undefined, 'a catalogue');
    return name;
  }

  after(() => rmSync(folder, { recursive: true }));

  it('has the checksums of its files', () => {
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      sums.map((line) => line.slice(66)),
      [
        'RELEASE_NOTES.md',
        'compat.yaml',
        ...(process.platform === 'linux' ? [`kubecompat-${version}-${platform}.oci.tar`] : []),
        `kubecompat-${version}-${platform}.tar.gz`,
        `kubecompat-${version}.tgz`,
        `kubecompat-${version}.vsix`,
        catalogueArchive(),
        `kubecompat-site-${version}.tar.gz`,
        'kubecompat.rb',
        `kubectl-compat-${version}.tar.gz`,
      ],
    );
    for (const line of sums) assert.equal(line.slice(0, 64), sha256Of(join(out, line.slice(66))), line);
  });

  it('has the executable of this system for krew and Homebrew, which runs as kubectl starts it', function () {
    if (process.platform !== 'linux') notRun(this, 'the executable of Linux is tried');
    const single = `kubecompat-${version}-${platform}.tar.gz`;
    for (const name of ['compat.yaml', 'kubecompat.rb']) {
      const text = readFileSync(join(out, name), 'utf8');
      assert.ok(text.includes(`https://example.com/r/${single}`) && text.includes(sha256Of(join(out, single))), name);
    }
    const store = join(folder, 'store');
    mkdirSync(store);
    symlinkSync(unpackExecutable(store), join(store, 'kubectl-compat'));
    const { status, stdout } = spawnSync(join(store, 'kubectl-compat'), ['--help'], { encoding: 'utf8', env: {} });
    assert.equal(status, 0);
    assert.match(stdout, /^usage: kubectl compat COMMAND/m);
  });

  it('has the site, to which explanations link if its address is given', () => {
    const pages = run('tar', ['-tzf', join(out, `kubecompat-site-${version}.tar.gz`)]).split('\n');
    assert.ok(pages.length > 1_400);
    assert.ok(pages.includes('kubecompat-site/findings/removed-api.html'));
    const dist = join(project, 'node_modules/kubecompat/dist');
    const explain = () => run(process.execPath, [join(dist, 'cli.js'), 'explain', 'removed-api']);
    assert.doesNotMatch(explain(), /On the web/);
    writeFileSync(join(dist, 'site.json'), '{"address":"https://example.com/site"}');
    assert.match(explain(), /\nOn the web: https:\/\/example\.com\/site\/findings\/removed-api\.html\n$/);
    rmSync(join(dist, 'site.json'));
  });

  it('has a catalogue that the command line uses, with the same answers', () => {
    run('tar', ['-xzf', join(out, catalogueArchive())], project);
    const check = ['node_modules/kubecompat/dist/cli.js', 'check', 'a.yaml', '--target=1.37', '--format=json'];
    const answer = (args: readonly string[]) =>
      spawnSync(process.execPath, [...check, ...args], { cwd: project, encoding: 'utf8' });
    const [shipped, named] = [answer([]), answer(['--catalogue=package'])];
    assert.equal(shipped.status, 1, shipped.stderr);
    assert.equal(named.stdout, shipped.stdout);
    writeFileSync(join(project, 'package/catalog.json'), '{}');
    assert.match(answer(['--catalogue=package']).stderr, /has a damaged catalog\.json/);
    rmSync(join(project, 'package'), { recursive: true });
  });

  it('names its origin in its manifests', () => {
    const installed = JSON.parse(readFileSync(join(project, 'node_modules/kubecompat/package.json'), 'utf8'));
    const files = unzipSync(readFileSync(join(out, `kubecompat-${version}.vsix`)));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    for (const manifest of [installed, JSON.parse(text('extension/package.json'))]) {
      assert.equal(manifest.repository.url, 'git+https://github.com/example/kubecompat.git');
      assert.equal(manifest.homepage, 'https://github.com/example/kubecompat#readme');
      assert.equal(manifest.bugs.url, 'https://github.com/example/kubecompat/issues');
    }
    assert.match(
      text('extension.vsixmanifest'),
      /Links\.Support" Value="https:\/\/github\.com\/example\/kubecompat\/issues"/,
    );
    assert.match(
      text('extension/readme.md'),
      /https:\/\/github\.com\/example\/kubecompat\/raw\/v[\d.]+\/docs\/images\//,
    );
  });

  it('is the same, byte for byte, if it is made again', () => {
    const again = makeRelease(join(folder, 'again'));
    assert.equal(readFileSync(join(again, 'SHA256SUMS'), 'utf8'), readFileSync(join(out, 'SHA256SUMS'), 'utf8'));
  });

  it('can be installed in an empty prefix, without the network', () => {
    const prefix = join(folder, 'prefix');
    run('npm', ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, archive]);
    const program = join(prefix, 'bin', 'kubecompat');
    assert.equal(run(program, ['--version']), `${version}\n`);
    const { status, stdout } = spawnSync(program, ['check', join(project, 'a.yaml'), '--target', '1.37'], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stdout, /removed-api/);
    assert.match(run(join(prefix, 'bin', 'kubectl-compat'), ['--help']), /kubectl compat/);
    // As docs/install.md describes: the same command updates, and another one removes.
    run('npm', ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, archive]);
    assert.equal(run(program, ['--version']), `${version}\n`);
    run('npm', ['uninstall', '--global', '--prefix', prefix, 'kubecompat']);
    assert.deepEqual(readdirSync(join(prefix, 'bin')), []);
    assert.deepEqual(
      readdirSync(join(prefix, 'lib/node_modules')).filter((name) => !name.startsWith('.')),
      [],
    );
  });

  it('has a single executable that is installed, updated and removed as docs/install.md describes', function () {
    if (process.platform === 'win32') notRun(this, 'there is no POSIX shell on Windows');
    const home = join(folder, 'home');
    mkdirSync(join(home, '.local/bin'), { recursive: true });
    const part = readFileSync('docs/install.md', 'utf8')
      .split(/^## /m)
      .find((section) => section.startsWith('Single executable'));
    const lines = (/```sh\n([\s\S]*?)```/.exec(part ?? '')?.[1] ?? '').trim().split('\n');
    assert.equal(lines.length, 3);
    const [unpack = '', install = '', remove = ''] = lines.map((line) =>
      line.replace('VERSION', version).replace('linux-x64', platform).replaceAll('~', home),
    );
    const program = join(home, '.local/bin/kubecompat');
    for (const line of [unpack, install, install]) run('sh', ['-c', line], out);
    assert.equal(run(program, ['--version']), `${version}\n`);
    run('sh', ['-c', remove]);
    assert.deepEqual(readdirSync(join(home, '.local/bin')), []);
    rmSync(join(out, 'kubecompat'));
  });

  it('has a library that the example scripts use', async () => {
    const script = spawnSync(process.execPath, ['script.mjs', '1.37', 'a.yaml'], { cwd: project, encoding: 'utf8' });
    assert.equal(script.status, 1, script.stderr);
    assert.match(
      script.stdout,
      /^a\.yaml:1: error: policy\/v1beta1 PodDisruptionBudget was last served by Kubernetes 1\.24$/m,
    );
    const refused = spawnSync(process.execPath, ['script.mjs', '1.37,emulated-version=1.2'], {
      cwd: project,
      encoding: 'utf8',
    });
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /cannot emulate 1\.2/);

    const violations: { readonly ruleName: string }[] = [];
    const statuses: string[] = [];
    const { KubecompatValidation } = await import(pathToFileURL(join(project, 'cdk8s-validation.mjs')).href);
    const report = {
      addViolation: (violation: { readonly ruleName: string }) => violations.push(violation),
      submit: (status: string) => statuses.push(status),
    };
    await new KubecompatValidation({ target: '1.37' }).validate({ manifests: [join(project, 'a.yaml')], report });
    assert.deepEqual([violations.map(({ ruleName }) => ruleName), statuses], [['removed-api'], ['failure']]);
    await new KubecompatValidation({ target: '1.24' }).validate({ manifests: [join(project, 'a.yaml')], report });
    assert.equal(violations.filter(({ ruleName }) => ruleName === 'removed-api').length, 1);

    const { kubecompatPolicy } = await import(pathToFileURL(join(project, 'pulumi-policy.mjs')).href);
    const messages: string[] = [];
    const props = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A_B' } };
    kubecompatPolicy('1.37').validateResource({ type: 'kubernetes:core/v1:ConfigMap', props }, (message: string) =>
      messages.push(message),
    );
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /metadata\.name/);
  });

  it('has types that a strict project compiles with', () => {
    const file = join(project, 'typed.ts');
    const source = `import { analyze, createTarget, type Finding } from 'kubecompat';
const created = createTarget('1.37');
if (created.ok) {
  const first: Finding | undefined = analyze('', created.target, { severity: { 'removed-api': 'off' } }).findings[0];
  const line: number | undefined = first?.range.start.line;
  void line;
} else {
  // @ts-expect-error a target that would not start has none
  void created.target;
}
`;
    writeFileSync(file, source);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: [],
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    assert.deepEqual(problems, []);
  });

  it('has a library without modules of Node.js and without paths of the machine that made it', () => {
    const library = readFileSync(join(project, 'node_modules/kubecompat/library/index.js'), 'utf8');
    assert.doesNotMatch(library, /\bfrom\s*["']node:|require\(["']/);
    assert.ok(!library.includes(resolve('.')));
  });

  it('has a library that reads the packs of built-in projects', () => {
    writeFileSync(
      join(project, 'sets.mjs'),
      `import { readFileSync } from 'node:fs';
import { analyze, createTarget } from 'kubecompat';
const readSet = (name) => readFileSync(new URL(import.meta.resolve('kubecompat/sets/' + name + '.json')), 'utf8');
const text = 'apiVersion: cert-manager.io/v1\\nkind: Issuer\\nmetadata: { name: a }\\nspec: { selfSined: {} }\\n';
const { target } = createTarget('1.37,crds=cert-manager=v1.16', { readSet });
console.log(analyze(text, target).findings.map(({ code }) => code).join());
`,
    );
    assert.equal(run(process.execPath, ['sets.mjs'], project), 'unknown-field\n');
  });

  it('is refused for another version than that of the package', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', '99.0.0'], { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /package\.json has the version .*, not 99\.0\.0\n {2}do {3}npm version/);
  });
});

describe('the notes of a release', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- b\n\n## 0.1.0 (2026-11-01)\n\n- a\n';

  it('are the section of its version in the changelog, or else the unreleased section', () => {
    assert.equal(releaseNotes(changelog, '0.1.0'), '- a\n');
    assert.equal(releaseNotes(changelog, '0.2.0'), '- b\n');
    assert.equal(releaseNotes('# Changelog\n', '0.2.0'), undefined);
  });
});

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
