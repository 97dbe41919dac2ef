import assert from 'node:assert/strict';
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
import { Workspace } from '../cli/harness.ts';
import { until } from '../harness/guards.ts';
import { cronJob } from '../support/cronJob.mjs';
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
  /** The codes that were last sent for a file; undefined if none were sent. */
  const said = ({ published }: TestClient, name: string) =>
    published.findLast((params) => params.uri === workspace.uri(name))?.diagnostics.map(({ code }) => code);
  const codesAre = (editor: TestClient, name: string, codes: readonly string[]) =>
    until(`${codes} in ${name}`, () => JSON.stringify(said(editor, name)) === JSON.stringify(codes) || undefined);
  const tell = (editor: TestClient, type: FileChangeType, ...names: readonly string[]) =>
    editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map((name) => ({ uri: workspace.uri(name), type })),
    });
  const check = (editor: TestClient) => editor.connection.sendRequest<WorkspaceState>(methods.checkFolder, {});

  beforeEach(() => {
    workspace = new Workspace({});
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    workspace.remove();
  });

  it('are the same as those of open files, and are not sent for files without findings', async () => {
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

  it('use the configuration of each folder of the workspace, and follow its changes', async () => {
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

  describe('on request of the client', () => {
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

    it('are sent when everything is checked, then again after changes', async () => {
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
      // Until then the text of the document may count.
      await until('what the file says', () => (streamed.length >= 3 && streamed.at(-1) === streamed[1]) || undefined);
      source.cancel();
      await assert.rejects(answer, /cancelled/);
    });

    it('are removed for files that were deleted since an earlier session', async () => {
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
