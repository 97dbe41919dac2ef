import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeAction, FileChangeType } from 'vscode-languageserver/node';
import {
  type AddDefinitionsResult,
  addDefinitionsCommand,
  type KnownProject,
  methods,
} from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { lampDefinition, lampWith } from '../cli/manifests.ts';
import { until } from '../harness/guards.ts';
import { type PublishingServer, startPublishing } from '../support/publishingServer.ts';
import { TestClient } from './testClient.ts';

const lamp = lampWith('watts: five');

describe('definitions that are added in an editor', () => {
  let workspace: Workspace;
  let server: PublishingServer;
  let editor: TestClient;

  beforeEach(async () => {
    workspace = new Workspace({ 'lamp.yaml': lamp });
    server = await startPublishing();
    server.answer({ '/lamps.yaml': lampDefinition('properties: { watts: { type: integer } }') });
  });

  afterEach(async () => {
    await editor.stop();
    await server.close();
    workspace.remove();
  });

  async function start(initializationOptions: object): Promise<readonly CodeAction[]> {
    editor = await TestClient.start({ folder: workspace.path, initializationOptions });
    const uri = workspace.uri('lamp.yaml');
    await editor.open(uri, lamp);
    await editor.diagnostics(uri, 1);
    const start = { line: 1, character: 2 };
    const params = { textDocument: { uri }, range: { start, end: start }, context: { diagnostics: [] } };
    return editor.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', params);
  }

  it('are offered for kinds without a known definition, fetched on request, and used immediately', async () => {
    const actions = await start({ trusted: true, addsDefinitions: true });
    const action = actions.find(({ command }) => command?.command === addDefinitionsCommand);
    assert.equal(action?.title, 'Add the definitions of example.com…');
    const uri = workspace.uri('lamp.yaml');
    assert.deepEqual(action?.command?.arguments, [{ group: 'example.com', uri }]);
    assert.deepEqual(server.requests, [], 'offering asks nobody');
    const before = editor.published.length;
    const result = await editor.connection.sendRequest<AddDefinitionsResult>(methods.addDefinitions, {
      source: `${server.url}/lamps.yaml`,
      uri,
    });
    assert.deepEqual(result, { problems: [], added: 'lamps: 1 definition' });
    await until('a refusal', () =>
      editor.published
        .slice(before)
        .find(
          (publishDiagnosticsParams) =>
            publishDiagnosticsParams.uri === uri && publishDiagnosticsParams.diagnostics.length > 0,
        ),
    );
    const after = await editor.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 2 } },
      context: { diagnostics: [] },
    });
    assert.deepEqual(
      after.filter(({ command }) => command?.command === addDefinitionsCommand),
      [],
    );
  });

  it('are offered with the source of the project, without sending a request', async () => {
    await start({ trusted: true, addsDefinitions: true });
    const known = await editor.connection.sendRequest<readonly KnownProject[]>(methods.definitionSources, {
      group: 'cert-manager.io',
    });
    assert.deepEqual(
      known.map(({ name }) => name),
      ['cert-manager'],
    );
    const all = await editor.connection.sendRequest<readonly KnownProject[]>(methods.definitionSources, {});
    assert.ok(all.length > 50);
    assert.deepEqual(server.requests, []);
  });

  it('are neither offered to clients that cannot ask the user, nor fetched before the workspace is trusted', async () => {
    const actions = await start({});
    assert.deepEqual(actions, []);
    const result = await editor.connection.sendRequest<AddDefinitionsResult>(methods.addDefinitions, {
      source: `${server.url}/lamps.yaml`,
    });
    assert.match(result.problems.join(' '), /trusted workspaces only/);
    assert.deepEqual(server.requests, []);
  });

  it('are reported if they cannot be fetched, with the reason, or were changed', async () => {
    await start({ trusted: true });
    const add = (source: string) =>
      editor.connection.sendRequest<AddDefinitionsResult>(methods.addDefinitions, { source });
    const { problems } = await add(`${server.url}/none.yaml`);
    assert.match(problems.join(' '), /does not exist \(404\); check the name and the version/);
    await add(`${server.url}/lamps.yaml`);
    const file = '.kubecompat/crds/lamps/example.com_lamps.yaml';
    rmSync(join(workspace.path, file));
    editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: workspace.uri(file), type: FileChangeType.Deleted }],
    });
    await until('a warning', () => editor.shown[0]);
    assert.match(
      editor.shown.join(' '),
      /example\.com_lamps\.yaml: does not exist, but \.kubecompat\.lock names it; restore it/,
    );
  });
});
