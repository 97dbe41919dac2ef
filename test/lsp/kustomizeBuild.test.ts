import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Diagnostic, FileChangeType } from 'vscode-languageserver/node';
import { methods, type ReportResult } from '../../server/src/lsp/protocol.ts';
import { type Files, Workspace } from '../cli/harness.ts';
import { FakeKustomize } from '../harness/fakeKustomize.ts';
import { until } from '../harness/guards.ts';
import { notRun } from '../harness/notRun.ts';
import { TestClient } from './testClient.ts';

const deployment = (replicas: string, image = 'web') =>
  [
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata: { name: web }',
    `spec: { ${replicas}selector: { matchLabels: { app: web } }, template: {`,
    '  metadata: { labels: { app: web } },',
    `  spec: { containers: [{ name: web, image: ${image} }] } } }`,
    '',
  ].join('\n');

const patch = (replicas: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n`;

const files: Files = {
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'base/web.yaml': deployment(''),
  'prod/kustomization.yaml': 'resources: [../base]\npatches: [{ path: replicas.yaml }]\n',
  'prod/replicas.yaml': patch('-1'),
};

describe('the language server, building kustomizations', () => {
  let workspace: Workspace;
  let kustomize: FakeKustomize;
  let client: TestClient | undefined;

  const start = async (
    options: {
      readonly kustomize?: object;
      readonly trusted?: boolean;
      readonly scope?: string;
      readonly folder?: string;
      readonly isProcess?: boolean;
    } = {},
  ) => {
    const { trusted = true, scope = 'openFiles', folder = '.', isProcess = false } = options;
    const introduction = {
      folder: join(workspace.path, folder),
      settings: {
        kustomize: { build: true, path: kustomize.path, ...options.kustomize },
        workspaceDiagnostics: scope,
      },
      initializationOptions: { targets: ['1.36'], trusted },
    };
    client = await (isProcess ? TestClient.startProcess(introduction) : TestClient.start(introduction));
    return client;
  };
  const latest = (file: string): readonly Diagnostic[] | undefined =>
    client?.published.findLast(({ uri }) => uri === workspace.uri(file))?.diagnostics;
  const shown = (file: string) => latest(file)?.map(({ code, range }) => `${String(code)}:${range.start.line}`);
  const isTold = (file: string, wanted: readonly string[]) =>
    until(`${wanted} in ${file}, and not ${shown(file)}`, () => shown(file)?.join() === wanted.join() || undefined);
  const open = async (...names: readonly string[]) => {
    for (const name of names) await client?.open(workspace.uri(name), String(files[name] ?? ''));
  };
  const save = async (name: string, text: string) => {
    workspace.write(name, text);
    const uri = workspace.uri(name);
    versions += 1;
    await client?.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: versions },
      contentChanges: [{ text }],
    });
    await client?.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
  };
  let versions = 1;
  const changed = (type: FileChangeType, ...names: readonly string[]) =>
    client?.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map((name) => ({ uri: workspace.uri(name), type })),
    });
  const base = () => join(workspace.path, 'base/web.yaml');
  const message = (file: string) =>
    latest(file)
      ?.map((diagnostic) => String(diagnostic.message))
      .join('\n') ?? '';

  beforeEach(function () {
    if (process.platform === 'win32') notRun(this, 'the programs of these tests are shell scripts');
    workspace = new Workspace(files);
    kustomize = new FakeKustomize();
    kustomize.builds({ text: deployment('replicas: -1, '), from: base() });
  });
  afterEach(async () => {
    await client?.stop();
    client = undefined;
    workspace.remove();
    kustomize.remove();
  });

  it('says what only the whole shows where it is written, and no more when the build no longer finds it', async () => {
    await start({ isProcess: true });
    await open('base/web.yaml', 'prod/replicas.yaml');
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    assert.match(message('prod/replicas.yaml'), /It is in the output of prod\/kustomization\.yaml\./);
    assert.deepEqual(shown('base/web.yaml'), []);
    kustomize.builds({ text: deployment('replicas: 1, '), from: base() });
    await save('prod/replicas.yaml', patch('1'));
    await isTold('prod/replicas.yaml', []);
    kustomize.builds({ text: deployment('', '""'), from: base() });
    await save('base/web.yaml', deployment('', '""'));
    await isTold('base/web.yaml', ['missing-field:5']);
  });

  it('says nothing of a text that is not the one on disk', async () => {
    await start();
    await open('prod/replicas.yaml');
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    await client?.change(workspace.uri('prod/replicas.yaml'), 2, { text: patch('10') });
    await isTold('prod/replicas.yaml', []);
    await client?.change(workspace.uri('prod/replicas.yaml'), 3, { text: patch('-1') });
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    assert.equal(kustomize.runs, 1);
  });

  it('heeds comments that ignore findings', async () => {
    const ignoring = patch('-1 # kubecompat-ignore invalid-value: on purpose');
    workspace.write('prod/replicas.yaml', ignoring);
    await start({ scope: 'workspace' });
    await client?.open(workspace.uri('prod/replicas.yaml'), ignoring);
    await until('a build', () => kustomize.runs > 0 || undefined);
    await save('prod/replicas.yaml', patch('-1 # kubecompat-ignore missing-field: on purpose'));
    await isTold('prod/replicas.yaml', ['unused-suppression:5', 'invalid-value:5']);
    await save('prod/replicas.yaml', ignoring);
    await isTold('prod/replicas.yaml', []);
  });

  it('shows it in files that are not open as well', async () => {
    await start({ scope: 'workspace' });
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    kustomize.builds({ text: deployment('replicas: 1, '), from: base() });
    workspace.write('prod/replicas.yaml', patch('1'));
    await changed(FileChangeType.Changed, 'prod/replicas.yaml');
    await isTold('prod/replicas.yaml', []);
  });

  it('says once what several builds find', async () => {
    workspace.write('stage/kustomization.yaml', 'resources: [../base]\n');
    workspace.write('base/web.yaml', deployment('', '""'));
    kustomize.builds({ text: deployment('', '""'), from: base() });
    await start({ scope: 'workspace' });
    await isTold('base/web.yaml', ['missing-field:5']);
    await until('both builds', () => kustomize.runs === 2 || undefined);
    await client?.connection.sendRequest(methods.report, {});
    assert.deepEqual(shown('base/web.yaml'), ['missing-field:5']);
  });

  it('tells at a kustomization why it could not be built, until it can', async () => {
    kustomize.fails("# Warning: 'bases' is deprecated\nError: no matches for Id Deployment.v1.apps/web\n");
    await start();
    await open('prod/kustomization.yaml');
    await isTold('prod/kustomization.yaml', ['not-built:0']);
    assert.equal(
      message('prod/kustomization.yaml'),
      'This kustomization was not built: Error: no matches for Id Deployment.v1.apps/web',
    );
    kustomize.builds({ text: deployment(''), from: base() });
    await save('prod/kustomization.yaml', String(files['prod/kustomization.yaml']));
    await isTold('prod/kustomization.yaml', []);
  });

  it('stops a build that takes too long, with all that it has started', async () => {
    kustomize.does('sleep 600 & sleep 600');
    await start({ kustomize: { timeout: 0.2 } });
    await open('prod/kustomization.yaml');
    await isTold('prod/kustomization.yaml', ['not-built:0']);
    assert.match(message('prod/kustomization.yaml'), /kustomize was stopped after 0\.2 seconds/);
    assert.ok(kustomize.hasEnded);
  });

  it('stops a build that says too much', async () => {
    kustomize.does('yes');
    await start();
    await open('prod/kustomization.yaml');
    await isTold('prod/kustomization.yaml', ['not-built:0']);
    assert.match(message('prod/kustomization.yaml'), /kustomize was stopped after 16 MB of output/);
  });

  it('cancels a build when what it is of changes, and builds anew', async () => {
    kustomize.does('sleep 600');
    await start();
    await open('prod/replicas.yaml');
    await until('the first build', () => kustomize.runs === 1 || undefined);
    assert.ok(!kustomize.hasEnded);
    kustomize.builds({ text: deployment('replicas: -2, '), from: base() });
    await save('prod/replicas.yaml', patch('-2'));
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    assert.match(message('prod/replicas.yaml'), /-2/);
    assert.equal(kustomize.runs, 2);
  });

  it('ends what is under way when the server ends', async () => {
    kustomize.does('sleep 600');
    await start({ isProcess: true });
    await open('prod/replicas.yaml');
    await until('the build', () => kustomize.runs === 1 || undefined);
    await client?.stop();
    client = undefined;
    await until('the end of it', () => kustomize.hasEnded || undefined);
  });

  it('makes nothing of what is no manifest', async () => {
    kustomize.does("printf '\\377\\000{{{\\n---\\n- a: [\\n'");
    await start();
    await open('prod/kustomization.yaml', 'prod/replicas.yaml');
    await until('the build', () => kustomize.runs === 1 || undefined);
    await client?.connection.sendRequest(methods.report, {});
    assert.deepEqual([shown('prod/kustomization.yaml'), shown('prod/replicas.yaml')], [[], []]);
  });

  it('leaves alone what not fetched, and what is outside of the workspace', async () => {
    workspace.write('remote/kustomization.yaml', 'resources: [https://example.invalid/base]\n');
    await start({ scope: 'workspace', folder: 'remote' });
    await isTold('remote/kustomization.yaml', ['unchecked-source:0']);
    assert.match(
      message('remote/kustomization.yaml'),
      /Kustomize downloads https:\/\/example\.invalid\/base; it is not checked/,
    );
    await client?.stop();
    await start({ scope: 'workspace', folder: 'prod' });
    await isTold('prod/kustomization.yaml', ['not-built:0']);
    assert.match(message('prod/kustomization.yaml'), /base, which is outside of the workspace/);
    assert.equal(kustomize.runs, 0);
  });

  it('looks again when files come and go', async () => {
    const missing = { 'a/kustomization.yaml': 'resources: [b.yaml]\n' };
    workspace.write('a/kustomization.yaml', missing['a/kustomization.yaml']);
    kustomize.builds({ text: deployment('', '""'), from: join(workspace.path, 'a/b.yaml') });
    await start({ scope: 'workspace', folder: 'a' });
    await isTold('a/kustomization.yaml', ['absent-file:0']);
    workspace.write('a/b.yaml', deployment('', '""'));
    await changed(FileChangeType.Created, 'a/b.yaml');
    await isTold('a/kustomization.yaml', []);
    assert.equal(kustomize.runs, 1);
  });

  it('runs nothing unless the setting asks for it', async () => {
    await start({ kustomize: { build: false }, scope: 'workspace' });
    await open('prod/replicas.yaml');
    await client?.connection.sendRequest(methods.report, {});
    assert.equal(kustomize.runs, 0);
  });

  it('runs nothing in a workspace that is not trusted, until it is', async () => {
    await start({ trusted: false, scope: 'workspace' });
    await until('word of it', () => client?.logged.some((message) => message.includes('is not trusted')) || undefined);
    const { report } = await ask();
    assert.deepEqual(
      report.notJudged.filter(({ reason }) => reason === 'not-built').map(({ detail }) => detail),
      ['It was not built: the workspace is not trusted'],
    );
    assert.equal(kustomize.runs, 0);
    await client?.connection.sendNotification(methods.trusted);
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
  });

  it('says once that there is no such program', async () => {
    await start({ kustomize: { path: join(workspace.path, 'none') }, scope: 'workspace' });
    await until('word of it', () => client?.shown.some((message) => message.includes('kustomize.path')) || undefined);
    await changed(FileChangeType.Created, 'base/other.yaml');
    await ask();
    assert.equal(client?.shown.length, 1);
    assert.deepEqual(shown('prod/kustomization.yaml') ?? [], []);
  });

  const ask = async (): Promise<ReportResult> => {
    assert.ok(client !== undefined);
    return client.connection.sendRequest<ReportResult>(methods.report, {});
  };
  /** What the command line reports of the workspace, with a `kustomize` in a folder before the others. */
  const commandLine = (programs: string) => {
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` };
    const { stdout } = workspace.run(
      ['check', '.', '--target=1.36', '--build-kustomizations', '--no-render', '--format=json'],
      { env },
    );
    const { findings, notJudged, summary } = JSON.parse(stdout);
    return { findings, notJudged, summary };
  };
  const editor = async () => {
    const { findings, notJudged, summary } = (await ask()).report;
    return JSON.parse(JSON.stringify({ findings, notJudged, summary }));
  };

  it('reports what the command line does, whatever is shown', async () => {
    await start({ scope: 'off' });
    const reported = await editor();
    assert.deepEqual(reported, commandLine(kustomize.folder));
    assert.equal(reported.findings.length, 1);
    kustomize.fails('Error: no');
    await changed(FileChangeType.Changed, 'prod/kustomization.yaml');
    const failed = await editor();
    assert.deepEqual(failed, commandLine(kustomize.folder));
    assert.match(JSON.stringify(failed.notJudged), /It was not built: Error: no/);
  });

  it('says what Kustomize itself makes of it as the command line does', async function () {
    const isThere = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;
    if (!isThere('kustomize', 'version') && !isThere('kubectl', 'version', '--client')) {
      notRun(this, 'neither kustomize nor kubectl is on the PATH');
    }
    workspace.write('base/kustomization.yaml', 'resources: [web.yaml]\n');
    workspace.write(
      'prod/kustomization.yaml',
      [
        'namePrefix: Prod-',
        'resources: [../base]',
        'patches:',
        '  - path: replicas.yaml',
        '  - target: { kind: Deployment }',
        '    patch: |-',
        '      - { op: replace, path: /spec/template/spec/containers/0/image, value: "" }',
        'configMapGenerator:',
        '  - name: settings',
        '    literals: [a=b]',
        '',
      ].join('\n'),
    );
    workspace.write('bad/kustomization.yaml', 'resources: [a.yaml, a.yaml]\n');
    workspace.write('bad/a.yaml', deployment(''));
    await start({ kustomize: { path: '' }, scope: 'workspace' });
    await isTold('prod/kustomization.yaml', ['invalid-value:0', 'server-warning:0', 'missing-field:6']);
    await isTold('bad/kustomization.yaml', ['not-built:0']);
    assert.match(message('bad/kustomization.yaml'), /already registered id/);
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    assert.deepEqual(await editor(), commandLine(workspace.path));
  });
});
