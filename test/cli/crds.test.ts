import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { runIn } from '../scenarios/inProcess.ts';
import {
  type PublishedAnswers,
  type PublishingServer,
  startPublishing,
  tarGz,
  zip,
} from '../support/publishingServer.ts';
import { httpRecording, kubeconfigFor, startReplay } from '../support/replayServer.ts';
import { textFiles } from '../support/textFiles.ts';
import { type CliRun, Workspace } from './harness.ts';
import { lampDefinition } from './manifests.ts';

const lamps = lampDefinition('properties: { watts: { type: integer } }');
const newerLamps = lampDefinition('properties: { watts: { type: integer }, colour: { type: string } }');
const fans = lamps.replaceAll('lamp', 'fan').replaceAll('Lamp', 'Fan');
const files = textFiles(new URL('crds.txt', import.meta.url));
const lamp = files.text('workspace/lamp.yaml');
const kept = '.kubecompat/crds';
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('crds add, update and remove', () => {
  let workspace: Workspace;
  let home: Workspace;
  let server: PublishingServer;

  beforeEach(async () => {
    home = new Workspace({});
    workspace = new Workspace(files.below('workspace/'));
    server = await startPublishing();
  });

  afterEach(async () => {
    await server.close();
    workspace.remove();
    home.remove();
  });

  function type(line: string, env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
    const environment = {
      HOME: home.path,
      XDG_CONFIG_HOME: '',
      GOPROXY: server.url,
      npm_config_registry: server.url,
      KUBECONFIG: '',
    };
    const set = { GOPRIVATE: '', GONOPROXY: '', npm_config_userconfig: join(home.path, '.npmrc'), GOENV: 'off' };
    return runIn(workspace, line.split(' '), { env: { ...environment, ...set, ...env } });
  }

  async function added(line: string, answers: PublishedAnswers = {}): Promise<CliRun> {
    server.answer(answers);
    const run = await type(`crds add ${line}`);
    assert.equal(run.exit, 0, run.stdout + run.stderr);
    return run;
  }

  /** Requires that nothing is added, with a reason and a remedy. */
  async function refused(line: string, answers: PublishedAnswers, message: RegExp, remedy: RegExp): Promise<void> {
    server.answer(answers);
    const run = await type(`crds add ${line}`);
    assert.equal(run.exit, 2, run.stdout + run.stderr);
    assert.match(run.stderr, message);
    assert.match(run.stderr, remedy);
    assert.doesNotMatch(run.stderr, /\n {4}at /, 'no stack trace');
    assert.equal(existsSync(join(workspace.path, '.kubecompat.lock')), false, 'no lock file');
    const folder = join(workspace.path, kept);
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [], 'nothing half-written');
  }

  const text = (name: string) => readFileSync(join(workspace.path, name), 'utf8');
  const lock = () => JSON.parse(text('.kubecompat.lock'));

  it('send no request for a folder, and write a lock file that satisfies its schema', async () => {
    workspace.write('elsewhere/lamps.yaml', lamps);
    await added('./elsewhere --name=lights');
    assert.equal(server.requests.length, 0, 'nothing left the machine');
    const schema: object = JSON.parse(readFileSync(new URL('../../schemas/lock.schema.json', import.meta.url), 'utf8'));
    assert.ok(new Ajv().validate(schema, lock()), 'the lock file is as its schema says');
  });

  describe('Go modules', () => {
    const release = (version: string, definition: string) => ({
      [`/example.com/!lights/@v/${version}.info`]: JSON.stringify({ Version: version }),
      [`/example.com/!lights/@v/${version}.zip`]: zip({
        [`example.com/Lights@${version}/config/crd/lamps.yaml`]: definition,
        [`example.com/Lights@${version}/testdata/lamps.yaml`]: fans,
        [`example.com/Lights@${version}/main.go`]: 'package main // CustomResourceDefinition',
      }),
    });
    const answers = { ...release('v1.2.0', lamps), '/example.com/!lights/@v/list': 'v1.2.0\nv1.10.0-rc.1\nv1.3.0\n' };

    it('are fetched by version, and updated to the newest release', async () => {
      const run = await added('go:example.com/Lights@v1.2.0', answers);
      assert.match(run.stdout, /^added Lights v1\.2\.0: 1 definition of example\.com\n/);
      server.answer({ ...answers, ...release('v1.3.0', newerLamps) });
      const updated = await type('crds update');
      assert.match(updated.stdout, /^updated Lights v1\.3\.0 \(was v1\.2\.0\)/);
      assert.equal(lock().definitions.Lights.version, 'v1.3.0');
      const again = await type('crds update Lights --format=json');
      assert.equal(JSON.parse(again.stdout).definitions[0].changed, false);
      server.answer({});
      const failed = await type('crds update Lights');
      assert.equal(failed.exit, 2);
      assert.match(failed.stderr, /Lights: the Go module example\.com\/Lights has no/);
      assert.equal((await type('check lamp.yaml')).exit, 1, 'what is there stays');
    });

    it('are not replaced by an older release', async () => {
      const commit = 'v1.4.0-0.20260102030405-0123456789ab';
      const list = { '/example.com/!lights/@v/list': 'v1.2.0\nv1.3.0\n' };
      await added(`go:example.com/Lights@${commit}`, { ...answers, ...list, ...release(commit, lamps) });
      const updated = await type('crds update');
      assert.equal(updated.exit, 0, updated.stderr);
      assert.equal(lock().definitions.Lights.version, commit);
    });

    it('are requested from the next proxy if one does not have them', async () => {
      server.answer(Object.fromEntries(Object.entries(answers).map(([path, body]) => [`/two${path}`, body])));
      const env = { GOPROXY: `${server.url}/one,${server.url}/two,direct` };
      const run = await type('crds add go:example.com/Lights//config/crd@v1.2.0', env);
      assert.equal(run.exit, 0, run.stderr);
      assert.deepEqual(server.requests.slice(0, 2), [
        'GET /one/example.com/!lights/@v/v1.2.0.info',
        'GET /two/example.com/!lights/@v/v1.2.0.info',
      ]);
    });

    it('are never requested if they are private', async () => {
      for (const env of [{ GOPRIVATE: '*.com/Lights' }, { GOPROXY: 'off' }, { GOPROXY: 'direct' }]) {
        const run = await type('crds add go:example.com/Lights@v1.2.0', env);
        assert.equal(run.exit, 2);
        assert.match(run.stderr, /private by GOPRIVATE|GOPROXY does not allow any proxy/);
      }
      assert.deepEqual(server.requests, []);
    });

    it("are requested from the proxy in Go's own settings if no variable is set", async () => {
      server.answer(answers);
      home.write('bin/go', `#!/bin/sh\n[ "$*" = "env GOPROXY" ] && echo ${server.url},direct\n`);
      chmodSync(join(home.path, 'bin/go'), 0o755);
      const env = { GOPROXY: '', PATH: join(home.path, 'bin') };
      const run = await type('crds add go:example.com/Lights@v1.2.0', env);
      assert.equal(run.exit, 0, run.stderr);
      rmSync(join(home.path, 'bin/go'));
      const without = await type('crds update', env);
      assert.match(without.stderr, /no Go proxy is set, and go is not installed\n.*set GOPROXY/);
    });

    it('are reported with a remedy if they do not exist', async () => {
      const message = /the Go module example\.com\/Lights has no v9\.9\.9/;
      await refused('go:example.com/Lights@v9.9.9', answers, message, /check the module and the version/);
    });
  });

  describe('npm packages', () => {
    const about = (name: string, tarball: Buffer, integrity: string) => ({
      [`/${name.replace('/', '%2f')}`]: JSON.stringify({
        'dist-tags': { latest: '2.0.0', next: '3.0.0-a' },
        versions: { '2.0.0': { dist: { tarball: `${server.url}/t.tgz`, integrity } } },
      }),
      '/t.tgz': tarball,
    });
    const sha512 = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

    it('are fetched and compared with their hash', async () => {
      const tarball = await tarGz({ 'package/crds/lamps.yaml': lamps, 'package/package.json': '{}' });
      const run = await added('npm:@lights/crds', about('@lights/crds', tarball, sha512(tarball)));
      assert.match(run.stdout, /^added crds 2\.0\.0: 1 definition/);
      assert.equal(lock().definitions.crds.resolved, `${server.url}/t.tgz`);
    });

    it('are refused if their hash differs', async () => {
      const tarball = await tarGz({ 'package/lamps.yaml': lamps });
      const wrong = about('lights', tarball, sha512(Buffer.from('other')));
      await refused('npm:lights', wrong, /does not match the hash in the registry/, /do not use it/);
      await refused('npm:lights@9.9.9', wrong, /the package lights has no version 9\.9\.9/, /npm view lights versions/);
      await refused('npm:lamps', wrong, /the registry has no package lamps/, /check the spelling/);
    });
  });

  describe('Helm charts', () => {
    const index = (digest: string) => files.text('index.yaml', { DIGEST: digest });

    it('are fetched from a repository and compared with the digest in its index', async () => {
      const chart = await tarGz({ 'lights/Chart.yaml': 'name: lights', 'lights/crds/lamps.yaml': lamps });
      const answers = { '/stable/index.yaml': index(sha256(chart)), '/stable/charts/lights-1.2.0.tgz': chart };
      const run = await added(`helm:${server.url}/stable/lights`, answers);
      assert.match(run.stdout, /^added lights v1\.2\.0: 1 definition/);
      await type('crds remove lights');
      await refused(
        `helm:${server.url}/stable/lights@1.2.0`,
        { ...answers, '/stable/index.yaml': index(sha256('other')) },
        /the archive of lights v1\.2\.0 does not match/,
        /do not use it/,
      );
      await refused(`helm:${server.url}/stable/light`, answers, /has no chart "light"/, /did you mean lights\?/);
      await refused(
        `helm:${server.url}/stable/lights@7.0.0`,
        answers,
        /has no version 7\.0\.0/,
        /it has 1\.3\.0-rc\.1, v1\.2\.0/,
      );
    });

    it('are refused with a remedy if their definitions are in templates', async () => {
      const chart = await tarGz({ 'lights/templates/crds.yaml': `{{- if .Values.crds }}\n${lamps}{{ end }}\n` });
      const answers = { '/index.yaml': index(sha256(chart)), '/charts/lights-1.2.0.tgz': chart };
      await refused(
        `helm:${server.url}/lights`,
        answers,
        /in templates, such as templates\/crds\.yaml/,
        /helm template/,
      );
    });

    it('are fetched from an OCI registry with an anonymous token', async () => {
      const chart = await tarGz({ 'lights/Chart.yaml': 'name: lights', 'lights/crds/lamps.yaml': lamps });
      const manifest = JSON.stringify({
        layers: [
          { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', digest: `sha256:${sha256(chart)}` },
        ],
      });
      const guarded = (body: string | Uint8Array) => (authorization: string) =>
        authorization === 'Bearer anybody'
          ? { body }
          : {
              status: 401,
              headers: {
                'WWW-Authenticate': `Bearer realm="${server.url}/token",service="lights",scope="repository:a/lights:pull"`,
              },
            };
      const answers = {
        '/token?scope=repository%3Aa%2Flights%3Apull&service=lights': JSON.stringify({ token: 'anybody' }),
        '/v2/a/lights/tags/list?n=10000': guarded(JSON.stringify({ tags: ['latest', '1.2.0', '1.10.0'] })),
        '/v2/a/lights/manifests/1.10.0': guarded(manifest),
        [`/v2/a/lights/blobs/sha256:${sha256(chart)}`]: guarded(chart),
      };
      const run = await added(`oci://${server.host}/a/lights`, answers);
      assert.match(run.stdout, /^added lights 1\.10\.0: 1 definition/);
      assert.equal(lock().definitions.lights.resolved, `oci://${server.host}/a/lights@sha256:${sha256(manifest)}`);
      await type('crds remove lights');
      const other = { ...answers, [`/v2/a/lights/blobs/sha256:${sha256(chart)}`]: guarded('other') };
      await refused(`oci://${server.host}/a/lights:1.10.0`, other, /does not match its digest/, /do not use it/);
      await refused(`oci://${server.host}/a/lights:2`, answers, /has no 2\n/, /check the name and the tag/);
    });
  });

  describe('URLs', () => {
    it('may lead to YAML or archives', async () => {
      const archive = zip({ 'lights-1/crds/lamps.yaml': lamps, 'lights-1/fans.yaml': fans });
      await added(`${server.url}/lights.crds.yaml`, { '/lights.crds.yaml': `${lamps}---\nkind: Other\n` });
      assert.equal(text(`${kept}/lights/example.com_lamps.yaml`), lamps);
      await type('crds remove lights');
      await added(`${server.url}/l.zip//lights-1/crds`, { '/l.zip': archive });
      assert.deepEqual(readdirSync(join(workspace.path, kept, 'l')), ['example.com_lamps.yaml']);
    });

    it('are followed through a limited number of safe redirects', async () => {
      const to = (location: string) => ({ status: 302, headers: { location } });
      await added(`${server.url}/a.yaml`, { '/a.yaml': to('/b.yaml'), '/b.yaml': lamps });
      await type('crds remove a');
      await refused(
        `${server.url}/a.yaml`,
        { '/a.yaml': to('/a.yaml') },
        /redirects more than 5 times/,
        /name the final URL/,
      );
      await refused(`${server.url}/a.yaml`, { '/a.yaml': to('http://example.com/') }, /unsafe/, /name the URL/);
      await refused(`${server.url}/a.yaml`, { '/a.yaml': to('file:///etc/passwd') }, /unsafe/, /name the URL/);
      await refused('http://example.com/a.yaml', {}, /is not an https URL/, /begins with https:\/\//);
    });

    it('are reported with a remedy if they lead to something else', async () => {
      const page = { headers: { 'Content-Type': 'text/html' }, body: '<html>Log in</html>' };
      const at = `${server.url}/a.yaml`;
      await refused(at, { '/a.yaml': page }, /answered with an HTML page/, /name the URL of the file itself/);
      await refused(at, {}, /does not exist \(404\)/, /check the name and the version/);
      await refused(at, { '/a.yaml': { status: 403 } }, /asks for credentials/, /download it yourself/);
      await refused(at, { '/a.yaml': { status: 500 } }, /answered with the status 500/, /try again later/);
      await refused(at, { '/a.yaml': null }, /cannot be reached/, /check the URL and the network/);
      await refused(at, { '/a.yaml': 'kind: ConfigMap\n' }, /no CustomResourceDefinition in it/, /SOURCE\/\/FOLDER/);
      await refused(
        `${at} --group=b.io`,
        { '/a.yaml': lamps },
        /no CustomResourceDefinition of b\.io/,
        /check the version/,
      );
      const two = `${lamps}---\n${newerLamps}`;
      await refused(at, { '/a.yaml': two }, /both define Lamp of example\.com, but differ/, /file or folder/);
    });

    it('are reported if they cannot be reached', async () => {
      const run = await type(`crds add https://127.0.0.1:1/a.yaml --timeout=5`);
      assert.equal(run.exit, 2);
      assert.match(run.stderr, /127\.0\.0\.1:1 cannot be reached/);
    });
  });

  describe('archives', () => {
    it('are refused if they contain names outside their folder', async () => {
      const at = `${server.url}/a`;
      const tar = await tarGz({ 'ok.yaml': lamps, '../../outside.yaml': lamps });
      await refused(at, { '/a': tar }, /outside of its folder \(\.\.\/\.\.\/outside\.yaml\)/, /do not use it/);
      await refused(at, { '/a': zip({ '/etc/a.yaml': lamps }) }, /outside of its folder/, /do not use it/);
      await refused(at, { '/a': zip({ 'a\\..\\..\\b.yaml': lamps }) }, /outside of its folder/, /do not use it/);
      assert.equal(existsSync(join(workspace.path, '../outside.yaml')), false);
    });

    it('are read without links', async () => {
      const archive = await tarGz({ 'crds/lamps.yaml': lamps, 'crds/passwd.yaml': { link: '/etc/passwd' } });
      await added(`${server.url}/a.tgz`, { '/a.tgz': archive });
      assert.deepEqual(readdirSync(join(workspace.path, kept, 'a')), ['example.com_lamps.yaml']);
    });

    it('are refused if they are damaged or too large', async () => {
      const at = `${server.url}/a`;
      const whole = await tarGz({
        'lamps.yaml': `${lamps}#${createHash('sha512').update('x').digest('hex').repeat(500)}`,
      });
      await refused(at, { '/a': whole.subarray(0, -40) }, /the archive cannot be read/, /fetch it again/);
      await refused(
        at,
        { '/a': Buffer.concat([zip({ 'a.yaml': lamps }).subarray(0, 60)]) },
        /cannot be read/,
        /fetch it again/,
      );
      // Some hundred kilobytes that unpack to more than the limit.
      const many = Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`${i}.yaml`, `CustomResourceDefinition${' '.repeat(24 * 1024 * 1024)}`]),
      );
      await refused(at, { '/a': zip(many) }, /archive is too large|too many files/, /./);
    });
  });

  describe('git repositories', () => {
    function repository(): (...args: readonly string[]) => string {
      const path = join(workspace.path, 'upstream');
      mkdirSync(path);
      const git = (...args: readonly string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
          cwd: path,
          encoding: 'utf8',
        });
      git('init', '-q', '-b', 'main');
      workspace.write('upstream/config/crd/lamps.yaml', lamps);
      workspace.write('upstream/other/lamps.yaml', newerLamps);
      workspace.write('upstream/config/crd/passwd.yaml', { to: '/etc/passwd' });
      git('add', '-A');
      git('commit', '-qm', 'one');
      git('tag', 'v1.0.0');
      workspace.write('upstream/config/crd/lamps.yaml', newerLamps);
      git('commit', '-qam', 'two');
      git('tag', '-m', 'two', 'v1.1.0');
      return git;
    }

    it('are fetched at a tag, a branch and a commit, and updated', async () => {
      const git = repository();
      const run = await added('git:./upstream//config/crd@v1.0.0');
      assert.match(run.stdout, /^added upstream v1\.0\.0: 1 definition/);
      const commit = git('rev-parse', 'v1.0.0').trim();
      assert.equal(lock().definitions.upstream.resolved, `git:./upstream@${commit}`);
      assert.deepEqual(readdirSync(join(workspace.path, kept, 'upstream')), ['example.com_lamps.yaml'], 'no link');
      const updated = await type('crds update');
      assert.match(updated.stdout, /^updated upstream v1\.1\.0 \(was v1\.0\.0\)/);
      await type('crds remove upstream');
      await added(`git:./upstream//config/crd@${commit}`);
      assert.equal(text(`${kept}/upstream/example.com_lamps.yaml`), lamps);
      await type('crds remove upstream');
      await added('git:./upstream//config/crd@main');
      workspace.write('upstream/config/crd/lamps.yaml', lamps);
      git('commit', '-qam', 'three');
      assert.match((await type('crds update upstream')).stdout, /^updated upstream main: /);
      assert.equal(text(`${kept}/upstream/example.com_lamps.yaml`), lamps);
    });

    it('are fetched without running their programs, and only by safe protocols', async () => {
      repository();
      workspace.write('upstream/.git/hooks/post-checkout', '#!/bin/sh\ntouch ../../ran\n');
      await added('git:./upstream//config/crd');
      assert.equal(existsSync(join(workspace.path, 'ran')), false);
      await type('crds remove upstream');
      await refused('git:ext::sh', {}, /unsupported protocol|not a source/, /./);
      await refused('git:http://example.com/a@v1', {}, /unsupported protocol/, /https:\/\/ or ssh:\/\//);
      await refused('git:--upload-pack=x', {}, /is not a source/, /git:URL/);
    });

    it('are fetched if the settings of git forbid to find bare repositories', async () => {
      repository();
      home.write('.gitconfig', '[safe]\n\tbareRepository = explicit\n');
      await added('git:./upstream//config/crd');
    });

    it('are fetched without other files if they support partial clones', async () => {
      const git = repository();
      git('config', 'uploadpack.allowFilter', 'true');
      const trace = join(home.path, 'trace');
      const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
      home.write('bin/git', `#!/bin/sh\nGIT_TRACE=${trace} exec ${real} "$@"\n`);
      chmodSync(join(home.path, 'bin/git'), 0o755);
      const env = { PATH: `${join(home.path, 'bin')}:${process.env['PATH']}` };
      const run = await type('crds add git:./upstream//config/crd@v1.0.0', env);
      assert.equal(run.exit, 0, run.stderr);
      assert.equal(text(`${kept}/upstream/example.com_lamps.yaml`), lamps);
      const ran = readFileSync(trace, 'utf8');
      assert.match(ran, /built-in: git fetch .*--filter=blob:none --stdin origin/, 'contents come by themselves');
      const served = ran.split('\n').filter((line) => /run_command: .*upload-pack/.test(line));
      assert.equal(served.length, 2, 'once for the commit, once for all contents');
    });

    it('are known by the name of a project', async () => {
      const git = repository();
      workspace.write('upstream/deploy/crds/fans.yaml', fans);
      git('add', '-A');
      git('commit', '-qm', 'three');
      git('tag', 'v1.2.0');
      // A fake server of the project.
      const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
      const upstream = join(workspace.path, 'upstream');
      const isOrigin = `-c url.${upstream}.insteadOf=https://github.com/cert-manager/cert-manager`;
      home.write('bin/git', `#!/bin/sh\nGIT_ALLOW_PROTOCOL=file exec ${real} ${isOrigin} "$@"\n`);
      chmodSync(join(home.path, 'bin/git'), 0o755);
      const env = { PATH: `${join(home.path, 'bin')}:${process.env['PATH']}` };
      const run = await type('crds add cert-manager@1.2.0', env);
      assert.match(run.stdout, /^added cert-manager v1\.2\.0: 1 definition of example\.com\n/, run.stderr);
      const { source, resolved } = lock().definitions['cert-manager'];
      assert.equal(source, 'cert-manager');
      assert.match(resolved, /^git:https:\/\/github\.com\/cert-manager\/cert-manager@[0-9a-f]{40}$/);
      assert.match((await type('crds update', env)).stdout, /^unchanged: cert-manager v1\.2\.0/);
      await type('crds remove cert-manager');
      const old = await type('crds add cert-manager@v1.1.0', env);
      assert.match(old.stderr, /cert-manager v1\.1\.0 has no CustomResourceDefinition in deploy\/crds/);
      const none = await type('crds add cert-manager@v7', env);
      assert.match(none.stderr, /cert-manager has no release v7\n.*the newest is v1\.2\.0/);
    });

    it('are reported with a remedy if they lack the version or definitions', async () => {
      repository();
      await refused('git:./upstream@v9', {}, /has no tag, branch or commit v9/, /git ls-remote/);
      await refused('git:./nowhere@v9', {}, /git cannot fetch from .*nowhere/, /check the URL/);
      await refused('git:./upstream@v1.0.0', {}, /both define Lamp/, /SOURCE\/\/config\/crd/);
      await refused('git:./upstream//docs@main', {}, /no CustomResourceDefinition in it/, /check the version/);
    });
  });

  it('read a live cluster', async () => {
    const replay = await startReplay(httpRecording('1.37-with-widgets'));
    try {
      home.write('.kube/config', kubeconfigFor(replay.url));
      const run = await added('cluster:staging');
      assert.match(run.stdout, /^added staging: \d+ definitions? of .*example\.com/);
      assert.match(text(`${kept}/staging/example.com_widgets.json`), /"kind": "CustomResourceDefinition"/);
      await type('crds remove staging');
      await refused('cluster:nobody', {}, /has no context "nobody"/, /it has|did you mean/);
    } finally {
      await replay.close();
    }
  });

  describe('a lock file', () => {
    beforeEach(async () => {
      workspace.write('node_modules/a/lamps.yaml', lamps);
      workspace.write('node_modules/a/fans.yaml', fans.replaceAll('example.com', 'fans.example'));
      await added('./node_modules/a');
    });

    it('applies in large runs, with stored outcomes, and in runs from a subfolder', async () => {
      const files = Array.from(
        { length: 120 },
        (_, i) => [`many/${i}.yaml`, lamp.replace('name: a', `name: a${i}`)] as const,
      );
      for (const [name, content] of files) workspace.write(name, content);
      const run = await type('check many --format=json');
      const found = (cliRun: CliRun) => JSON.parse(cliRun.stdout).summary.bySeverity.error;
      assert.equal(found(run), 240);
      assert.equal(found(await type('check many --format=json --cache=.cache')), 240);
      workspace.write('node_modules/a/lamps.yaml', newerLamps);
      await type('crds update');
      assert.equal(found(await type('check many --format=json --cache=.cache')), 120, 'colour is known now');
    });
  });
});
