import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  FileChangeType,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
  type WorkspaceFolder,
} from 'vscode-languageserver/node';
import { methods, type WorkspaceState } from '../../server/src/lsp/protocol.ts';
import { TestClient, until } from './testClient.ts';

const cronJob = (apiVersion: string) => `apiVersion: ${apiVersion}
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 4 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example/report:1
`;
const removed = cronJob('batch/v1beta1');
const config = (minor: string) => `targets:\n  here: { binaryVersion: "${minor}" }\n`;
const everything = { workspaceDiagnostics: 'workspace' };
const pulling = { textDocument: { diagnostic: {} } };

describe('diagnostics of files that are not open', () => {
  let folder: string;
  let client: TestClient | undefined;
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  const put = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const start = async (introduction: Parameters<typeof TestClient.start>[0] = {}) => {
    client = await TestClient.start({ folder, settings: everything, ...introduction });
    return client;
  };
  /** What was last said of a file: the codes, or undefined where nothing was. */
  const said = ({ published }: TestClient, name: string) =>
    published.findLast((params) => params.uri === uri(name))?.diagnostics.map(({ code }) => code);
  const codesAre = (editor: TestClient, name: string, codes: readonly string[]) =>
    until(`${codes} in ${name}`, () => JSON.stringify(said(editor, name)) === JSON.stringify(codes) || undefined);
  const tell = (editor: TestClient, type: FileChangeType, ...names: readonly string[]) =>
    editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map((name) => ({ uri: uri(name), type })),
    });
  const check = (editor: TestClient, name?: string) =>
    editor.connection.sendRequest<WorkspaceState>(methods.checkFolder, name === undefined ? {} : { uri: uri(name) });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-closed-'));
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it('are the same as of open ones, and nothing is said of files that are fine', async () => {
    put('a/removed.yaml', removed);
    put('fine.yaml', cronJob('batch/v1'));
    const editor = await start();
    await codesAre(editor, 'a/removed.yaml', ['removed-api']);
    const [closed] = editor.published.filter((params) => params.uri === uri('a/removed.yaml'));
    await check(editor);
    assert.equal(said(editor, 'fine.yaml'), undefined);
    await editor.open(uri('a/removed.yaml'), removed);
    assert.deepEqual(await editor.diagnostics(uri('a/removed.yaml'), 1), closed?.diagnostics);
  });

  it('follow the files on disk', async () => {
    put('one.yaml', removed);
    put('two.yaml', removed);
    const editor = await start();
    await codesAre(editor, 'one.yaml', ['removed-api']);
    await codesAre(editor, 'two.yaml', ['removed-api']);
    put('one.yaml', cronJob('batch/v1'));
    await tell(editor, FileChangeType.Changed, 'one.yaml');
    await codesAre(editor, 'one.yaml', []);
    unlinkSync(join(folder, 'two.yaml'));
    put('three.yaml', removed);
    await tell(editor, FileChangeType.Deleted, 'two.yaml');
    await tell(editor, FileChangeType.Created, 'three.yaml');
    await codesAre(editor, 'two.yaml', []);
    await codesAre(editor, 'three.yaml', ['removed-api']);
    assert.equal(editor.published.filter((params) => params.uri === uri('three.yaml')).length, 1);
  });

  it('are not sent again for a file that was written with the same text', async () => {
    put('one.yaml', removed);
    put('two.yaml', removed);
    const editor = await start();
    await codesAre(editor, 'one.yaml', ['removed-api']);
    put('two.yaml', `${removed}# other\n`);
    await tell(editor, FileChangeType.Changed, 'one.yaml', 'two.yaml');
    put('two.yaml', cronJob('batch/v1'));
    await tell(editor, FileChangeType.Changed, 'two.yaml');
    await codesAre(editor, 'two.yaml', []);
    assert.equal(editor.published.filter((params) => params.uri === uri('one.yaml')).length, 1);
  });

  it('give way to those of the document while it is open, and come back', async () => {
    put('one.yaml', removed);
    const editor = await start();
    await codesAre(editor, 'one.yaml', ['removed-api']);
    await editor.open(uri('one.yaml'), cronJob('batch/v1'));
    assert.deepEqual(await editor.diagnostics(uri('one.yaml'), 1), []);
    await tell(editor, FileChangeType.Changed, 'one.yaml');
    await check(editor);
    assert.deepEqual(said(editor, 'one.yaml'), []);
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri('one.yaml') } });
    await codesAre(editor, 'one.yaml', ['removed-api']);
  });

  it('leave out what git ignores and what the editor hides', async () => {
    mkdirSync(join(folder, '.git'));
    put('.gitignore', 'ignored/\n');
    put('ignored/a.yaml', removed);
    put('hidden/a.yaml', removed);
    put('node_modules/a.yaml', removed);
    put('here.yaml', removed);
    const editor = await start({ settings: { ...everything, 'hi*en': true, 'he*': { when: '$(basename).ts' } } });
    await codesAre(editor, 'here.yaml', ['removed-api']);
    const { files, resources } = await check(editor);
    assert.deepEqual({ files, resources }, { files: 1, resources: 1 });
    put('.gitignore', '');
    await tell(editor, FileChangeType.Changed, '.gitignore');
    await codesAre(editor, 'ignored/a.yaml', ['removed-api']);
  });

  it('go by the configuration of each folder of the workspace, and follow it', async () => {
    put('old/.kubecompat.yaml', config('1.24'));
    put('old/a.yaml', removed);
    put('new/.kubecompat.yaml', config('1.36'));
    put('new/a.yaml', removed);
    const workspaceFolders: WorkspaceFolder[] = ['old', 'new'].map((name) => ({ uri: uri(name), name }));
    const editor = await start({ workspaceFolders });
    await codesAre(editor, 'old/a.yaml', ['deprecated-api']);
    await codesAre(editor, 'new/a.yaml', ['removed-api']);
    put('old/.kubecompat.yaml', config('1.37'));
    await tell(editor, FileChangeType.Changed, 'old/.kubecompat.yaml');
    await codesAre(editor, 'old/a.yaml', ['removed-api']);
  });

  it('say what is wrong with a configuration in it, and nothing of its files', async () => {
    put('.kubecompat.yaml', config('1.36').replace('"1.36"', '1.30'));
    put('a.yaml', removed);
    const editor = await start();
    await codesAre(editor, '.kubecompat.yaml', ['configuration']);
    assert.equal(said(editor, 'a.yaml'), undefined);
    put('.kubecompat.yaml', config('1.36'));
    await tell(editor, FileChangeType.Changed, '.kubecompat.yaml');
    await codesAre(editor, 'a.yaml', ['removed-api']);
    await codesAre(editor, '.kubecompat.yaml', []);
  });

  it('are none where only open files count, until the user asks for a folder', async () => {
    put('a/one.yaml', removed);
    put('b/two.yaml', removed);
    const editor = await start({ settings: { workspaceDiagnostics: 'openFiles' } });
    const { files, resources, judging } = await check(editor, 'a');
    assert.deepEqual({ files, resources, judging }, { files: 1, resources: 1, judging: false });
    assert.deepEqual(said(editor, 'a/one.yaml'), ['removed-api']);
    assert.equal(said(editor, 'b/two.yaml'), undefined);
  });

  it('are none at all where they are off', async () => {
    put('one.yaml', removed);
    const editor = await start({ settings: { workspaceDiagnostics: 'off' } });
    await editor.open(uri('two.yaml'), removed);
    assert.deepEqual(await editor.diagnostics(uri('two.yaml'), 1), []);
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
    put('shop.yaml', 'apiVersion: example.com/v1\nkind: Shop\nmetadata:\n  name: a\nspec:\n  size: big\n');
    put('crd.yaml', crd);
    const editor = await start();
    await codesAre(editor, 'shop.yaml', ['invalid-value']);
    put('crd.yaml', crd.replace('type: integer', 'type: string'));
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
      put('one.yaml', removed);
      put('two.yaml', removed);
      const editor = await start({ capabilities: pulling });
      const { items } = await ask(editor, {});
      assert.deepEqual(items.map(summary).sort(), [`${uri('one.yaml')} removed-api`, `${uri('two.yaml')} removed-api`]);
      const next = ask(editor, { previousResultIds: idsOf(items) });
      put('two.yaml', cronJob('batch/v1'));
      await tell(editor, FileChangeType.Changed, 'one.yaml', 'two.yaml');
      assert.deepEqual((await next).items.map(summary), [`${uri('two.yaml')} `]);
      assert.deepEqual(editor.published, []);
    });

    it('are streamed for as long as the client listens', async () => {
      put('one.yaml', removed);
      const editor = await start({ capabilities: pulling });
      const streamed: string[] = [];
      editor.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'stream', (report) => {
        if (report !== null && report !== undefined) streamed.push(...report.items.map(summary));
      });
      const source = new CancellationTokenSource();
      const answer = ask(editor, { partialResultToken: 'stream' }, source);
      await until('the first', () => streamed.includes(`${uri('one.yaml')} removed-api`) || undefined);
      put('two.yaml', removed);
      await tell(editor, FileChangeType.Created, 'two.yaml');
      await until('the second', () => streamed.includes(`${uri('two.yaml')} removed-api`) || undefined);
      await editor.open(uri('two.yaml'), cronJob('batch/v1'));
      await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri('two.yaml') } });
      await until('what the file says', () => streamed.length === 3 || undefined);
      assert.equal(streamed[2], streamed[1]);
      source.cancel();
      await assert.rejects(answer, /cancelled/);
    });

    it('forget what is gone since an earlier session', async () => {
      put('one.yaml', removed);
      const editor = await start({ capabilities: pulling });
      const before = [{ uri: uri('gone.yaml'), value: 'earlier' }];
      const { items } = await ask(editor, { previousResultIds: before });
      assert.deepEqual(items.map(summary).sort(), [`${uri('gone.yaml')} `, `${uri('one.yaml')} removed-api`]);
    });
  });
});

function summary(report: WorkspaceDocumentDiagnosticReport): string {
  return `${report.uri} ${report.kind === 'full' ? report.items.map(({ code }) => code) : report.kind}`;
}

function idsOf(reports: readonly WorkspaceDocumentDiagnosticReport[]): WorkspaceDiagnosticParams['previousResultIds'] {
  return reports.map(({ uri, resultId = '' }) => ({ uri, value: resultId }));
}
