import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, FileChangeType } from 'vscode-languageserver/node';
import { methods, type ReportResult } from '../../server/src/lsp/protocol.ts';
import { type Files, Workspace } from '../cli/harness.ts';
import { FakeKustomize } from '../harness/fakeKustomize.ts';
import { until } from '../harness/guards.ts';
import { notRun } from '../harness/notRun.ts';
import { parseScenarios } from '../scenarios/format.ts';
import { textFiles } from '../support/textFiles.ts';
import { TestClient } from './testClient.ts';

/** The files of the scenarios about builds. Here are the tests that stop programs, or use real ones. */
const shared = parseScenarios(readFileSync('test/scenarios/lsp/kustomizeBuild.txt', 'utf8')).files;
const textOf = (path: string): string => {
  const body = shared.find(({ name }) => name === path)?.body;
  assert.ok(body !== undefined, path);
  return body;
};

/** Kustomizations that a real Kustomize builds or refuses. */
const real = textFiles(new URL('kustomizeBuild.txt', import.meta.url));

const deployment = (replicas: string) => textOf('base/web.yaml').replace('selector:', `${replicas}selector:`);

const patch = (replicas: string) => textOf('prod/replicas.yaml').replace('-1', replicas);

const paths = ['base/kustomization.yaml', 'base/web.yaml', 'prod/kustomization.yaml', 'prod/replicas.yaml'];
const files: Files = Object.fromEntries(paths.map((path) => [path, textOf(path)]));

describe('the language server that builds kustomizations', () => {
  let workspace: Workspace;
  let kustomize: FakeKustomize;
  let client: TestClient | undefined;

  const start = async (
    options: { readonly kustomize?: object; readonly scope?: string; readonly isProcess?: boolean } = {},
  ) => {
    const { scope = 'openFiles', isProcess = false } = options;
    const introduction = {
      folder: workspace.path,
      settings: {
        kustomize: { build: true, path: kustomize.path, ...options.kustomize },
        workspaceDiagnostics: scope,
      },
      initializationOptions: { targets: ['1.36'], trusted: true },
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

  it('stops a build that takes too long, with its child processes', async () => {
    kustomize.does('sleep 600 & sleep 600');
    await start({ kustomize: { timeout: 0.2 } });
    await open('prod/kustomization.yaml');
    await isTold('prod/kustomization.yaml', ['not-built:0']);
    assert.match(message('prod/kustomization.yaml'), /kustomize was stopped after 0\.2 seconds/);
    assert.ok(kustomize.hasEnded);
  });

  it('cancels a build when its files change, and builds again', async () => {
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

  it('stops running builds when it ends', async () => {
    kustomize.does('sleep 600');
    await start({ isProcess: true });
    await open('prod/replicas.yaml');
    await until('the build', () => kustomize.runs === 1 || undefined);
    await client?.stop();
    client = undefined;
    await until('the end of it', () => kustomize.hasEnded || undefined);
  });

  const ask = async (): Promise<ReportResult> => {
    assert.ok(client !== undefined);
    return client.connection.sendRequest<ReportResult>(methods.report, {});
  };
  /** The report of the command line for the workspace, with the folder of a `kustomize` first on the PATH. */
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

  it('reports the findings of the command line', async () => {
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

  it('reports errors of Kustomize as the command line does', async function () {
    const isThere = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;
    if (!isThere('kustomize', 'version') && !isThere('kubectl', 'version', '--client')) {
      notRun(this, 'neither kustomize nor kubectl is on the PATH');
    }
    for (const [name, text] of Object.entries(real.below())) workspace.write(name, text);
    workspace.write('bad/a.yaml', deployment(''));
    await start({ kustomize: { path: '' }, scope: 'workspace' });
    await isTold('prod/kustomization.yaml', ['invalid-value:0', 'server-warning:0', 'missing-field:6']);
    await isTold('bad/kustomization.yaml', ['ambiguous-source:0', 'not-built:0']);
    assert.match(message('bad/kustomization.yaml'), /already registered id/);
    await isTold('prod/replicas.yaml', ['invalid-value:5']);
    assert.deepEqual(await editor(), commandLine(workspace.path));
  });
});
