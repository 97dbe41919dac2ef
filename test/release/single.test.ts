import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { version } from '../../package.json';
import { builtCli } from '../cli/harness.ts';
import { Session } from '../mcp/session.ts';
import { madeRelease, unpackExecutable } from './madeRelease.ts';
import { type Entry, entriesOf } from './tarEntries.ts';

const oldBudget = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\n';
const issuer = 'apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: a }\nspec: { selfSined: {} }\n';

describe('the single executable', function () {
  // It writes and starts files of 100 MB.
  this.timeout('20m');
  const folder = mkdtempSync(join(tmpdir(), 'kubecompat-single-test-'));
  const work = join(folder, 'work');
  let program: string;

  before(() => {
    program = unpackExecutable(folder);
    mkdirSync(work);
    writeFileSync(join(work, 'a.yaml'), oldBudget);
    writeFileSync(join(work, 'b.yaml'), issuer);
  });

  after(() => rmSync(folder, { recursive: true }));

  /** Runs it without any Node.js on the PATH. */
  const alone = (args: readonly string[], input = '') =>
    spawnSync(program, args, { cwd: work, encoding: 'utf8', input, env: {}, maxBuffer: 2 ** 26 });

  it('needs no Node.js', () => {
    assert.equal(alone(['--version']).stdout, `${version}\n`);
  });

  it('prints the same as the npm package, about files, custom resources and documentation', () => {
    for (const args of [
      ['check', '.', '--target=1.37,crds=cert-manager=v1.16', '--format=json'],
      ['explain', 'removed-api'],
      ['fix', 'a.yaml', '--diff', '--target=1.37'],
      ['api-resources', '--target=1.30'],
      ['no-such-command'],
    ]) {
      const ofNpm = spawnSync(process.execPath, [builtCli(), ...args], { cwd: work, encoding: 'utf8', env: {} });
      const { status, stdout, stderr } = alone(args);
      assert.deepEqual(
        { status, stdout, stderr },
        { status: ofNpm.status, stdout: ofNpm.stdout, stderr: ofNpm.stderr },
      );
    }
  });

  it('checks many files in threads', () => {
    const many = join(work, 'many');
    mkdirSync(many);
    for (let index = 0; index < 600; index++) writeFileSync(join(many, `${index}.yaml`), oldBudget);
    const { stdout } = alone(['check', 'many', '--target=1.37', '--format=json']);
    assert.equal(JSON.parse(stdout).summary.bySeverity.error, 600);
    rmSync(many, { recursive: true });
  });

  it('stores results, and reuses them', () => {
    const args = ['check', 'a.yaml', '--target=1.37', '--cache=../cache'];
    assert.equal(alone(args).stdout, alone(args).stdout);
    assert.ok(existsSync(join(folder, 'cache')));
  });

  it('serves tools for assistants, in a separate thread', async () => {
    const session = await Session.start({ cwd: work, args: ['--root=.'], command: [program] });
    try {
      const { value } = await session.call('check', { paths: ['a.yaml'], targets: ['1.37'] });
      assert.equal(value['found'], 1);
    } finally {
      await session.close();
    }
  });

  it('is a language server', async () => {
    const params = { processId: null, rootUri: null, capabilities: {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const server = spawn(program, ['lsp'], { cwd: work, env: {}, stdio: 'pipe' });
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    let output = '';
    for await (const piece of server.stdout) {
      output += String(piece);
      if (output.includes('"serverInfo":{"name":"kubecompat"')) server.stdin.end();
    }
    await exited;
    assert.match(output, /"serverInfo":\{"name":"kubecompat"/);
  });

  it('reads clusters with the part that few runs need', () => {
    const config = {
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'u', user: {} }],
    };
    const contexts = [{ name: 'x', context: { cluster: 'c', user: 'u' } }];
    writeFileSync(join(work, 'kubeconfig'), JSON.stringify({ ...config, contexts, 'current-context': 'x' }));
    const { status, stderr } = alone(['targets', 'add', 'live', '--kubeconfig=kubeconfig']);
    assert.equal(status, 2);
    assert.match(stderr, /127\.0\.0\.1:1/);
    assert.doesNotMatch(stderr, /this is a bug/);
  });

  it('has no path of the machine that made it', () => {
    assert.ok(!readFileSync(program).includes(folder));
  });

  describe('the image for containers', () => {
    let image: ReadonlyMap<string, Entry>;
    let files: ReadonlyMap<string, Entry>;

    before(function () {
      if (process.platform !== 'linux') {
        console.log('not run: images are made on Linux');
        this.skip();
      }
      image = entriesOf(readFileSync(join(madeRelease(), `kubecompat-${version}-linux-${process.arch}.oci.tar`)));
      const layer = [...image.values()].reduce((a, b) => (a.content.length > b.content.length ? a : b));
      files = entriesOf(gunzipSync(layer.content));
    });

    const jsonOf = (name: string) => JSON.parse(image.get(name)?.content.toString('utf8') ?? 'null');
    const blob = ({ digest }: { readonly digest: string }) => `blobs/${digest.replace(':', '/')}`;

    it('is an OCI layout with the digests and sizes of its parts', () => {
      assert.deepEqual(jsonOf('oci-layout'), { imageLayoutVersion: '1.0.0' });
      const [described] = jsonOf('index.json').manifests;
      const manifest = jsonOf(blob(described));
      for (const part of [described, manifest.config, ...manifest.layers]) {
        const content = image.get(blob(part))?.content ?? Buffer.alloc(0);
        assert.deepEqual([sha256Of(content), content.length], [part.digest.slice('sha256:'.length), part.size]);
      }
      const config = jsonOf(blob(manifest.config));
      const [layer] = manifest.layers;
      const tar = gunzipSync(image.get(blob(layer))?.content ?? Buffer.alloc(0));
      assert.deepEqual(config.rootfs.diff_ids, [`sha256:${sha256Of(tar)}`]);
      assert.deepEqual([config.config.User, config.config.WorkingDir], ['10001:10001', '/workspace']);
      // For `docker load`.
      assert.deepEqual(jsonOf('manifest.json')[0].Layers, [blob(layer)]);
    });

    it('has the libraries that the executable is linked with, and their licences', () => {
      const names = [...files.keys()];
      assert.ok(names.some((name) => /\/ld-linux-[^/]+$/.test(name)));
      assert.ok(names.some((name) => name.endsWith('/libc.so.6')));
      assert.ok(names.includes('usr/share/doc/kubecompat/libc6.copyright'));
      assert.ok(names.includes('usr/share/doc/kubecompat/NODE_LICENSE.txt'));
      assert.equal(files.get('usr/local/bin/kubecompat')?.mode, 0o755);
    });

    it('runs without other files', function () {
      if (process.getuid?.() !== 0) {
        console.log('not run: changing the root of a process needs privileges');
        this.skip();
      }
      const root = join(folder, 'root');
      for (const [name, { content, mode }] of files) {
        const path = join(root, name);
        if (name.endsWith('/')) mkdirSync(path, { recursive: true });
        else {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, content);
        }
        chmodSync(path, mode);
      }
      cpSync(join(work, 'a.yaml'), join(root, 'workspace/a.yaml'));
      const args = [
        '--userspec=10001:10001',
        root,
        '/usr/local/bin/kubecompat',
        'check',
        '/workspace/a.yaml',
        '--target=1.37',
      ];
      const { status, stdout, stderr } = spawnSync('chroot', args, {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      });
      assert.equal(status, 1, stderr);
      assert.match(stdout, /removed-api/);
    });
  });
});

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
