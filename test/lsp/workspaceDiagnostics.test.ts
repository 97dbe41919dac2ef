import assert from 'node:assert/strict';
import { mkdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  CancellationTokenSource,
  FileChangeType,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
  type WorkspaceFolder,
} from 'vscode-languageserver/node';
import { methods, type TargetsInForce, type WorkspaceState } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { cronJob } from '../cli/manifests.ts';
import { until } from '../harness/guards.ts';
import { TestClient } from './testClient.ts';

const removed = cronJob('batch/v1beta1');
const config = (minor: string) => `targets:\n  here: { binaryVersion: "${minor}" }\n`;
const everything = { workspaceDiagnostics: 'workspace' };
const pulling = { textDocument: { diagnostic: {} } };

describe('diagnostics of files that are not open', () => {
  let workspace: Workspace;
  let client: TestClient | undefined;
  const start = async (introduction: Parameters<typeof TestClient.start>[0] = {}) => {
    client = await TestClient.start({ folder: workspace.path, settings: everything, ...introduction });
    return client;
  };
  /** What was last said of a file: the codes, or undefined where nothing was. */
  const said = ({ published }: TestClient, name: string) =>
    published.findLast((params) => params.uri === workspace.uri(name))?.diagnostics.map(({ code }) => code);
  const codesAre = (editor: TestClient, name: string, codes: readonly string[]) =>
    until(`${codes} in ${name}`, () => JSON.stringify(said(editor, name)) === JSON.stringify(codes) || undefined);
  const tell = (editor: TestClient, type: FileChangeType, ...names: readonly string[]) =>
    editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map((name) => ({ uri: workspace.uri(name), type })),
    });
  const check = (editor: TestClient, name?: string) =>
    editor.connection.sendRequest<WorkspaceState>(
      methods.checkFolder,
      name === undefined ? {} : { uri: workspace.uri(name) },
    );

  beforeEach(() => {
    workspace = new Workspace({});
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    workspace.remove();
  });

  it('are the same as of open ones, and nothing is said of files that are fine', async () => {
    workspace.write('a/removed.yaml', removed);
    workspace.write('fine.yaml', cronJob('batch/v1'));
    const editor = await start();
    await codesAre(editor, 'a/removed.yaml', ['removed-api']);
    const [closed] = editor.published.filter((params) => params.uri === workspace.uri('a/removed.yaml'));
    await check(editor);
    assert.equal(said(editor, 'fine.yaml'), undefined);
    await editor.open(workspace.uri('a/removed.yaml'), removed);
    assert.deepEqual(await editor.diagnostics(workspace.uri('a/removed.yaml'), 1), closed?.diagnostics);
  });

  it('follow the files on disk', async () => {
    workspace.write('one.yaml', removed);
    workspace.write('two.yaml', removed);
    const editor = await start();
    await codesAre(editor, 'one.yaml', ['removed-api']);
    await codesAre(editor, 'two.yaml', ['removed-api']);
    workspace.write('one.yaml', cronJob('batch/v1'));
    await tell(editor, FileChangeType.Changed, 'one.yaml');
    await codesAre(editor, 'one.yaml', []);
    unlinkSync(join(workspace.path, 'two.yaml'));
    workspace.write('three.yaml', removed);
    await tell(editor, FileChangeType.Deleted, 'two.yaml');
    await tell(editor, FileChangeType.Created, 'three.yaml');
    await codesAre(editor, 'two.yaml', []);
    await codesAre(editor, 'three.yaml', ['removed-api']);
    assert.equal(editor.published.filter((params) => params.uri === workspace.uri('three.yaml')).length, 1);
  });

  it('are not sent again for a file that was written with the same text', async () => {
    workspace.write('one.yaml', removed);
    workspace.write('two.yaml', removed);
    const editor = await start();
    await codesAre(editor, 'one.yaml', ['removed-api']);
    workspace.write('two.yaml', `${removed}# other\n`);
    await tell(editor, FileChangeType.Changed, 'one.yaml', 'two.yaml');
    workspace.write('two.yaml', cronJob('batch/v1'));
    await tell(editor, FileChangeType.Changed, 'two.yaml');
    await codesAre(editor, 'two.yaml', []);
    assert.equal(editor.published.filter((params) => params.uri === workspace.uri('one.yaml')).length, 1);
  });

  it('give way to those of the document while it is open, and come back', async () => {
    workspace.write('one.yaml', removed);
    const editor = await start();
    await codesAre(editor, 'one.yaml', ['removed-api']);
    await editor.open(workspace.uri('one.yaml'), cronJob('batch/v1'));
    assert.deepEqual(await editor.diagnostics(workspace.uri('one.yaml'), 1), []);
    await tell(editor, FileChangeType.Changed, 'one.yaml');
    await check(editor);
    assert.deepEqual(said(editor, 'one.yaml'), []);
    await editor.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: workspace.uri('one.yaml') },
    });
    await codesAre(editor, 'one.yaml', ['removed-api']);
  });

  it('leave out what git ignores and what the editor hides', async () => {
    mkdirSync(join(workspace.path, '.git'));
    workspace.write('.gitignore', 'ignored/\n');
    workspace.write('ignored/a.yaml', removed);
    workspace.write('hidden/a.yaml', removed);
    workspace.write('node_modules/a.yaml', removed);
    workspace.write('here.yaml', removed);
    const editor = await start({ settings: { ...everything, 'hi*en': true, 'he*': { when: '$(basename).ts' } } });
    await codesAre(editor, 'here.yaml', ['removed-api']);
    const { files, resources } = await check(editor);
    assert.deepEqual({ files, resources }, { files: 1, resources: 1 });
    workspace.write('.gitignore', '');
    await tell(editor, FileChangeType.Changed, '.gitignore');
    await codesAre(editor, 'ignored/a.yaml', ['removed-api']);
  });

  it('go by the configuration of each folder of the workspace, and follow it', async () => {
    workspace.write('old/.kubecompat.yaml', config('1.24'));
    workspace.write('old/a.yaml', removed);
    workspace.write('new/.kubecompat.yaml', config('1.36'));
    workspace.write('new/a.yaml', removed);
    const workspaceFolders: WorkspaceFolder[] = ['old', 'new'].map((name) => ({ uri: workspace.uri(name), name }));
    const editor = await start({ workspaceFolders });
    await codesAre(editor, 'old/a.yaml', ['deprecated-api']);
    await codesAre(editor, 'new/a.yaml', ['removed-api']);
    workspace.write('old/.kubecompat.yaml', config('1.37'));
    await tell(editor, FileChangeType.Changed, 'old/.kubecompat.yaml');
    await codesAre(editor, 'old/a.yaml', ['removed-api']);
  });

  it('say what is wrong with a configuration in it, and go by what is right in it', async () => {
    const old = '  old: { binaryVersion: "1.24" }\n';
    workspace.write('.kubecompat.yaml', config('1.36').replace('"1.36"', '1.30') + old);
    workspace.write('a.yaml', removed);
    const editor = await start();
    await codesAre(editor, '.kubecompat.yaml', ['configuration']);
    await codesAre(editor, 'a.yaml', ['deprecated-api']);
    workspace.write('.kubecompat.yaml', config('1.36'));
    await tell(editor, FileChangeType.Changed, '.kubecompat.yaml');
    await codesAre(editor, 'a.yaml', ['removed-api']);
    await codesAre(editor, '.kubecompat.yaml', []);
  });

  it('come with the share of the resources that was judged, why others were not, and what to do', async () => {
    const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: w }\n';
    workspace.write('a.yaml', widget);
    workspace.write('b.yaml', cronJob('batch/v1'));
    const editor = await start();
    const { coverage, targets, decidedBy } = await check(editor);
    assert.deepEqual([coverage.judged, coverage.resources], [1, 2]);
    assert.deepEqual([targets.length, decidedBy], [1, 'default']);
    const [reason] = coverage.notJudged;
    assert.deepEqual([reason?.reason, reason?.resources], ['custom-resource', 1]);
    assert.match(reason?.remedy ?? '', /kubecompat crds add SOURCE/);
    await editor.open(workspace.uri('a.yaml'), `${widget}---\n${cronJob('batch/v1')}`);
    const inForce = await editor.connection.sendRequest<TargetsInForce>(methods.targets, {
      uri: workspace.uri('a.yaml'),
    });
    assert.deepEqual([inForce.coverage?.judged, inForce.coverage?.resources], [1, 2]);
  });

  it('are none where only open files count, until the user asks for a folder', async () => {
    workspace.write('a/one.yaml', removed);
    workspace.write('b/two.yaml', removed);
    const editor = await start({ settings: { workspaceDiagnostics: 'openFiles' } });
    const { files, resources, judging } = await check(editor, 'a');
    assert.deepEqual({ files, resources, judging }, { files: 1, resources: 1, judging: false });
    assert.deepEqual(said(editor, 'a/one.yaml'), ['removed-api']);
    assert.equal(said(editor, 'b/two.yaml'), undefined);
  });

  it('are none at all where they are off', async () => {
    workspace.write('one.yaml', removed);
    const editor = await start({ settings: { workspaceDiagnostics: 'off' } });
    await editor.open(workspace.uri('two.yaml'), removed);
    assert.deepEqual(await editor.diagnostics(workspace.uri('two.yaml'), 1), []);
    await assert.rejects(check(editor), /kubecompat\.workspaceDiagnostics/);
    assert.equal(said(editor, 'one.yaml'), undefined);
  });

  it('know the definitions of custom resources in other files', async () => {
    const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com }
spec:
  group: example.com
  names: { kind: Shop, plural: shops }
  scope: Namespaced
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } } } }
`;
    workspace.write('shop.yaml', 'apiVersion: example.com/v1\nkind: Shop\nmetadata:\n  name: a\nspec:\n  size: big\n');
    workspace.write('crd.yaml', crd);
    const editor = await start();
    await codesAre(editor, 'shop.yaml', ['invalid-value']);
    workspace.write('crd.yaml', crd.replace('type: integer', 'type: string'));
    await tell(editor, FileChangeType.Changed, 'crd.yaml');
    await codesAre(editor, 'shop.yaml', []);
  });

  describe('where the client asks', () => {
    const ask = (
      editor: TestClient,
      params: Partial<WorkspaceDiagnosticParams>,
      source = new CancellationTokenSource(),
    ) =>
      editor.connection.sendRequest<WorkspaceDiagnosticReport>(
        'workspace/diagnostic',
        { previousResultIds: [], ...params },
        source.token,
      );

    it('are given when all is judged, then again when there is something new', async () => {
      workspace.write('one.yaml', removed);
      workspace.write('two.yaml', removed);
      const editor = await start({ capabilities: pulling });
      const { items } = await ask(editor, {});
      assert.deepEqual(items.map(summary).sort(), [
        `${workspace.uri('one.yaml')} removed-api`,
        `${workspace.uri('two.yaml')} removed-api`,
      ]);
      const next = ask(editor, { previousResultIds: idsOf(items) });
      workspace.write('two.yaml', cronJob('batch/v1'));
      await tell(editor, FileChangeType.Changed, 'one.yaml', 'two.yaml');
      assert.deepEqual((await next).items.map(summary), [`${workspace.uri('two.yaml')} `]);
      assert.deepEqual(editor.published, []);
    });

    it('are streamed for as long as the client listens', async () => {
      workspace.write('one.yaml', removed);
      const editor = await start({ capabilities: pulling });
      const streamed: string[] = [];
      editor.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'stream', (report) => {
        if (report !== null && report !== undefined) streamed.push(...report.items.map(summary));
      });
      const source = new CancellationTokenSource();
      const answer = ask(editor, { partialResultToken: 'stream' }, source);
      await until('the first', () => streamed.includes(`${workspace.uri('one.yaml')} removed-api`) || undefined);
      workspace.write('two.yaml', removed);
      await tell(editor, FileChangeType.Created, 'two.yaml');
      await until('the second', () => streamed.includes(`${workspace.uri('two.yaml')} removed-api`) || undefined);
      await editor.open(workspace.uri('two.yaml'), cronJob('batch/v1'));
      await editor.connection.sendNotification('textDocument/didClose', {
        textDocument: { uri: workspace.uri('two.yaml') },
      });
      await until('what the file says', () => streamed.length === 3 || undefined);
      assert.equal(streamed[2], streamed[1]);
      source.cancel();
      await assert.rejects(answer, /cancelled/);
    });

    it('forget what is gone since an earlier session', async () => {
      workspace.write('one.yaml', removed);
      const editor = await start({ capabilities: pulling });
      const before = [{ uri: workspace.uri('gone.yaml'), value: 'earlier' }];
      const { items } = await ask(editor, { previousResultIds: before });
      assert.deepEqual(items.map(summary).sort(), [
        `${workspace.uri('gone.yaml')} `,
        `${workspace.uri('one.yaml')} removed-api`,
      ]);
    });
  });
});

function summary(report: WorkspaceDocumentDiagnosticReport): string {
  return `${report.uri} ${report.kind === 'full' ? report.items.map(({ code }) => code) : report.kind}`;
}

function idsOf(reports: readonly WorkspaceDocumentDiagnosticReport[]): WorkspaceDiagnosticParams['previousResultIds'] {
  return reports.map(({ uri, resultId = '' }) => ({ uri, value: resultId }));
}
