import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CompletionItem, type Hover, MarkupContent } from 'vscode-languageserver/node';
import { methods } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { lampDefinition } from '../cli/manifests.ts';
import { until } from '../harness/guards.ts';
import { TestClient } from './testClient.ts';

const definition = (watts: string) => lampDefinition(`properties: { watts: { ${watts} } }`);
const lamp = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: a }\nspec: { watts: 50 }\n';

describe('the language server, definitions of custom resources', () => {
  let workspace: Workspace;
  let client: TestClient | undefined;
  const codesOf = (name: string) =>
    client?.published
      .findLast((publishDiagnosticsParams) => publishDiagnosticsParams.uri === workspace.uri(name))
      ?.diagnostics.map(({ code }) => code) ?? [];

  const says = (name: string, text: string) => {
    const [first] =
      client?.published.findLast((publishDiagnosticsParams) => publishDiagnosticsParams.uri === workspace.uri(name))
        ?.diagnostics ?? [];
    return typeof first?.message === 'string' && first.message.startsWith(text);
  };

  beforeEach(() => {
    workspace = new Workspace({});
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    workspace.remove();
  });

  it('judges resources by the definitions in other files, and again when one is saved', async () => {
    workspace.write('crd.yaml', definition('type: integer, maximum: 10'));
    client = await TestClient.start({ folder: workspace.path });
    await client.open(workspace.uri('lamp.yaml'), lamp);
    await until('a refusal', () => codesOf('lamp.yaml').includes('invalid-value') || undefined);
    await client.open(workspace.uri('crd.yaml'), definition('type: integer, maximum: 100'));
    await client.connection.sendNotification('textDocument/didSave', {
      textDocument: { uri: workspace.uri('crd.yaml') },
    });
    await until('no refusal', () => codesOf('lamp.yaml').length === 0 || undefined);
  });

  it('says what fields are for in the words of the definition, none of which counts as Markdown', async () => {
    const described =
      'properties: { watts: { type: integer, description: "How *bright* ![x](https://example.com/x.png) it is." } }';
    workspace.write('crd.yaml', lampDefinition(described));
    client = await TestClient.start({ folder: workspace.path });
    const { connection } = client;
    const uri = workspace.uri('lamp.yaml');
    await client.open(uri, lamp);
    const position = { line: 3, character: 10 };
    const hover = await until('a description', async () => {
      const found = await connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri },
        position,
      });
      const value = found !== null && MarkupContent.is(found.contents) ? found.contents.value : '';
      return value.includes('bright') ? value : undefined;
    });
    assert.match(hover, /How \\\*bright\\\* !\\\[x\\\]/);
    await client.change(uri, 2, { text: lamp.replace('{ watts: 50 }', '\n  ') });
    const items = await connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line: 4, character: 2 },
    });
    const documentation = items.find(({ label }) => label === 'watts')?.documentation;
    assert.match(MarkupContent.is(documentation) ? documentation.value : '', /^How/);
  });

  it('judges by the release that a file of the workspace names, and follows it', async () => {
    const names = (release: string) =>
      `resources: ["https://github.com/kubernetes-sigs/gateway-api/releases/download/${release}/standard-install.yaml"]\n`;
    const route =
      'apiVersion: gateway.networking.k8s.io/v1\nkind: GRPCRoute\nmetadata: { name: web }\nspec: { hostname: [a.example] }\n';
    const uri = workspace.uri('infra/kustomization.yaml');
    const tell = () =>
      client?.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
    workspace.write('infra/kustomization.yaml', names('v1.2.0'));
    client = await TestClient.start({ folder: workspace.path });
    await client.open(workspace.uri('route.yaml'), route);
    await until('an unknown field', () => codesOf('route.yaml').includes('unknown-field') || undefined);
    workspace.write('infra/kustomization.yaml', 'resources: []\n');
    await tell();
    await until('what no release takes', () => says('route.yaml', 'No release of Gateway API') || undefined);
    workspace.write('infra/kustomization.yaml', names('v1.3.0'));
    await tell();
    await until('an unknown field again', () => says('route.yaml', '"hostname"') || undefined);
  });

  it('says of resources what definitions that differ agree on, while these come, change and go', async () => {
    workspace.write('crds/a/lamp.yaml', definition('type: integer, maximum: 10'));
    workspace.write('crds/lamp.yaml', definition('type: integer, maximum: 100'));
    client = await TestClient.start({ folder: workspace.path });
    await client.open(workspace.uri('lamp.yaml'), lamp);
    await client.open(workspace.uri('b/lamp.yaml'), lamp.replace('50', '500'));
    await until('what both say', () => codesOf('b/lamp.yaml').includes('invalid-value') || undefined);
    assert.deepEqual(codesOf('lamp.yaml'), []);
    const uri = workspace.uri('crds/lamp.yaml');
    await client.open(uri, definition('type: integer, maximum: 100'));
    await until('advice', () => codesOf('crds/lamp.yaml').includes('shadowed-definition') || undefined);
    await client.change(uri, 2, { text: definition('type: integer, maximum: 20') });
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    await until('a refusal', () => codesOf('lamp.yaml').includes('invalid-value') || undefined);
    workspace.write('crds/lamp.yaml', definition('type: integer, maximum: 1000'));
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
    await until('no refusal', () => codesOf('lamp.yaml').length === 0 || undefined);
    rmSync(join(workspace.path, 'crds/lamp.yaml'));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 3 }] });
    await until('the other one alone', () => codesOf('lamp.yaml').includes('invalid-value') || undefined);
  });

  it('compares a definition with what is committed, once the workspace is trusted', async () => {
    workspace.write('crd.yaml', definition('type: integer, maximum: 100'));
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: workspace.path });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    client = await TestClient.start({ folder: workspace.path });
    await client.open(workspace.uri('crd.yaml'), definition('type: integer, maximum: 10'));
    await client.diagnostics(workspace.uri('crd.yaml'), 1);
    assert.ok(!codesOf('crd.yaml').includes('crd-bound-tightened'));
    await client.connection.sendNotification(methods.trusted);
    await until('the change', () => codesOf('crd.yaml').includes('crd-bound-tightened') || undefined);
    assert.ok(!codesOf('crd.yaml').includes('crd-field-removed'));
  });
});
