import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompletionItem, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import {
  type ActiveTargets,
  type AddLiveResult,
  type LiveContexts,
  methods,
  type RefreshLiveResult,
} from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { httpRecording, kubeconfigFor, type Replay, startReplay } from '../support/replayServer.ts';
import { TestClient } from './testClient.ts';

describe('live targets in an editor', () => {
  const former = process.env['KUBECONFIG'];
  let workspace: Workspace;
  let home: string;
  let editor: TestClient;
  let replay: Replay;

  beforeEach(async () => {
    workspace = new Workspace({});
    home = mkdtempSync(join(tmpdir(), 'kubecompat-home-'));
    replay = await startReplay(httpRecording('1.37-emulating-1.35'));
    process.env['KUBECONFIG'] = join(home, 'config');
    writeFileSync(join(home, 'config'), kubeconfigFor(replay.url));
  });

  afterEach(async () => {
    await editor.stop();
    await replay.close();
    workspace.remove();
    rmSync(home, { recursive: true });
    if (former === undefined) delete process.env['KUBECONFIG'];
    else process.env['KUBECONFIG'] = former;
  });

  it('are added by an edit of the configuration, used after it is saved, and read again on request', async () => {
    const path = join(workspace.path, '.kubecompat.yaml');
    editor = await TestClient.start({ folder: workspace.path, initializationOptions: { trusted: true } });
    const { contexts } = await editor.connection.sendRequest<LiveContexts>(methods.liveContexts);
    assert.deepEqual(contexts, [{ name: 'staging', server: replay.url, isCurrent: true }]);
    const result = await editor.connection.sendRequest<AddLiveResult>(methods.addLive, { context: 'staging' });
    assert.deepEqual(result.problems, []);
    assert.equal(result.uri, pathToFileURL(path).href);
    assert.equal(result.added?.description, 'kube-apiserver 1.37, emulating 1.35, compatible with 1.34');
    assert.match(result.added?.notes.join(' ') ?? '', /CustomResourceDefinitions cannot be read/);
    assert.ok(!existsSync(path), 'the edit is for the editor to make');
    const added = insertedBy(result.edit);
    assert.equal(added, 'targets:\n  staging:\n    context: staging\n');
    writeFileSync(path, added);
    editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(path).href, type: 1 }],
    });
    const inForce = await editor.connection.sendRequest<ActiveTargets>(methods.targets, {});
    assert.deepEqual(inForce.problems, []);
    assert.deepEqual(inForce.configured, ['staging']);
    assert.match(inForce.targets[0]?.source ?? '', /^context staging, read /);
    const { refreshed, problems } = await editor.connection.sendRequest<RefreshLiveResult>(methods.refreshLive, {});
    assert.deepEqual(problems, []);
    assert.deepEqual(
      refreshed.map(({ name }) => name),
      ['staging'],
    );
    assert.equal(readFileSync(path, 'utf8'), added);
  });

  it('are not read before the workspace is trusted', async () => {
    workspace.write('.kubecompat.yaml', 'targets: { a: { context: staging } }\n');
    editor = await TestClient.start({ folder: workspace.path });
    const answers = [
      await editor.connection.sendRequest<LiveContexts>(methods.liveContexts),
      await editor.connection.sendRequest<AddLiveResult>(methods.addLive, { context: 'staging' }),
      await editor.connection.sendRequest<RefreshLiveResult>(methods.refreshLive, {}),
    ];
    for (const { problems } of answers) assert.match(problems.join(' '), /trusted workspaces only/);
    assert.deepEqual(replay.requests, []);
    const inForce = await editor.connection.sendRequest<ActiveTargets>(methods.targets, {});
    assert.match(inForce.problems.join(' '), /has not been read yet/);
    editor.connection.sendNotification(methods.trusted);
    const { refreshed } = await editor.connection.sendRequest<RefreshLiveResult>(methods.refreshLive, {});
    assert.deepEqual(
      refreshed.map(({ name }) => name),
      ['a'],
    );
    assert.deepEqual((await editor.connection.sendRequest<ActiveTargets>(methods.targets, {})).problems, []);
  });

  it('are completed in the configuration by their contexts, once the workspace is trusted', async () => {
    editor = await TestClient.start({ folder: workspace.path });
    const uri = pathToFileURL(join(workspace.path, '.kubecompat.yaml')).href;
    const text = 'targets:\n  edge:\n    context: ';
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    const completed = async () => {
      const at = { textDocument: { uri }, position: { line: 2, character: 13 } };
      const items = await editor.connection.sendRequest<readonly CompletionItem[]>('textDocument/completion', at);
      return items.map(({ label }) => label);
    };
    assert.deepEqual(await completed(), []);
    editor.connection.sendNotification(methods.trusted);
    assert.deepEqual(await completed(), ['staging']);
    assert.deepEqual(replay.requests, []);
  });

  it('are reported with the reason if they cannot be read', async () => {
    editor = await TestClient.start({ folder: workspace.path, initializationOptions: { trusted: true } });
    const none = await editor.connection.sendRequest<RefreshLiveResult>(methods.refreshLive, {});
    assert.deepEqual(none.problems, ['No live cluster is configured here.']);
    const unknown = await editor.connection.sendRequest<AddLiveResult>(methods.addLive, { context: 'stagin' });
    assert.match(unknown.problems.join(' '), /did you mean staging\?/);
  });
});

function insertedBy(edit: unknown): string {
  const { documentChanges = [] }: WorkspaceEdit = isEdit(edit) ? edit : {};
  const texts = documentChanges.filter(
    (documentChange): documentChange is TextDocumentEdit => 'edits' in documentChange,
  );
  return texts.flatMap(({ edits }) => edits.map((edit) => ('newText' in edit ? edit.newText : ''))).join('');
}

function isEdit(edit: unknown): edit is WorkspaceEdit {
  return typeof edit === 'object' && edit !== null && 'documentChanges' in edit;
}
