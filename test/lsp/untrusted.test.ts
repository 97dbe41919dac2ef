import assert from 'node:assert/strict';
import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver/node';
import { Workspace } from '../cli/harness.ts';
import { TestClient } from './testClient.ts';

const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndatas: {}\n';

describe('language server, untrusted workspaces', () => {
  let around: Workspace;
  let editor: TestClient | undefined;
  beforeEach(() => {
    around = new Workspace({
      '.git/HEAD': '',
      '.kubecompat.yaml': 'severity: { unknown-field: off }\n',
      'workspace/a.yaml': manifest,
      'workspace/kustomization.yaml': 'resources: [a.yaml, gone.yaml, ../gone-too.yaml, ../../../etc/passwd]\n',
    });
  });
  afterEach(async () => {
    await editor?.stop();
    editor = undefined;
    around.remove();
  });

  const start = async (options: { readonly trusted?: boolean; readonly folder?: string }) => {
    editor = await TestClient.start({
      ...(options.folder === undefined ? {} : { folder: options.folder }),
      initializationOptions: { targets: ['1.37'], trusted: options.trusted === true },
      capabilities: { textDocument: { diagnostic: {} } },
    });
    return editor;
  };
  const found = async (client: TestClient, name: string, text: string): Promise<readonly Diagnostic[]> => {
    const uri = around.uri(name);
    await client.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    const report = await client.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return report.kind === 'full' ? report.items : [];
  };
  const workspace = () => `${around.path}/workspace`;

  it('go by no configuration above their folders until they are trusted', async () => {
    const client = await start({ folder: workspace() });
    assert.deepEqual(
      (await found(client, 'workspace/a.yaml', manifest)).map(({ code }) => code),
      ['unknown-field'],
    );
    await client.connection.sendNotification('kubecompat/workspaceTrusted');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: around.uri('.kubecompat.yaml'), type: 2 }],
    });
    assert.deepEqual(await found(client, 'workspace/a.yaml', manifest), []);
  });

  it('say nothing of what a kustomization names outside, which may be there or not', async () => {
    const text = 'resources: [a.yaml, gone.yaml, ../gone-too.yaml, ../../../etc/passwd]\n';
    const client = await start({ folder: workspace() });
    const messages = (await found(client, 'workspace/kustomization.yaml', text)).map(({ message }) => String(message));
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /gone\.yaml/);
  });

  it('are not left by a link to a configuration', async () => {
    around.write('secret', 'SECRETKEY: 1\n');
    around.write('workspace/.kubecompat.yaml', { to: '../secret' });
    const client = await start({ folder: workspace() });
    const messages = (await found(client, 'workspace/a.yaml', manifest))
      .map(({ message }) => String(message))
      .join('\n');
    assert.match(messages, /is outside of the workspace, or is a link that leads out of it/);
    assert.doesNotMatch(messages, /SECRET/);
  });

  it('are the repository of a document that is opened by itself', async () => {
    const client = await start({});
    assert.deepEqual(await found(client, 'workspace/a.yaml', manifest), []);
  });
});
