import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Location } from 'vscode-languageserver/node';
import { type DefinitionDocument, methods } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { type AskOptions, CursorClient, cursor } from './asking.ts';

describe('language server, ways to what is named', () => {
  const asker = new CursorClient();
  let workspace: Workspace;

  beforeEach(() => {
    workspace = new Workspace({});
  });
  afterEach(async () => {
    await asker.stop();
    workspace.remove();
  });

  async function definition(name: string, marked: string, options: AskOptions = {}): Promise<readonly string[]> {
    workspace.write(name, marked.replace(cursor, ''));
    const { editor, params } = await asker.start(marked, {
      ...options,
      uri: workspace.uri(name),
      folder: workspace.path,
    });
    // The definitions of the workspace are searched for in the background.
    await editor.connection.sendRequest('workspace/symbol', { query: '' });
    const found = await editor.connection.sendRequest<Location[]>('textDocument/definition', params);
    return found.map(
      ({ uri: to, range: { start } }) =>
        `${to.startsWith('file:') ? relative(workspace.path, fileURLToPath(to)) : decodeURIComponent(to)}:${start.line}`,
    );
  }

  it('lead to definitions of built-in sets, as documents that the client can show', async () => {
    workspace.write(
      '.kubecompat.yaml',
      'targets:\n  a: { binaryVersion: "1.37", crds: { gateway-api: { release: v1.4.0 } } }\n',
    );
    const route = `apiVersion: gateway.networking.k8s.io/v1${cursor}\nkind: HTTPRoute\nmetadata: { name: a }\n`;
    const options = { targets: [], options: { explainScheme: 'kubecompat' } };
    const [found = ''] = await definition('route.yaml', route, options);
    const [, to = '', line = ''] = /^(.*):(\d+)$/.exec(found) ?? [];
    assert.match(
      to,
      /^kubecompat:\/crd\/Gateway API v1\.4\.0 \(standard channel\)\/gateway\.networking\.k8s\.io\/HTTPRoute\.yaml$/,
    );
    const { editor } = asker;
    const shown = await editor.connection.sendRequest<DefinitionDocument | null>(methods.definition, {
      uri: encodeURI(to),
    });
    assert.match(shown?.text.split('\n')[Number(line)] ?? '', /^ +- name: v1$/);
    assert.match(shown?.text ?? '', /kind: CustomResourceDefinition[\s\S]*openAPIV3Schema:[\s\S]*parentRefs:/);
    assert.deepEqual(await definition('route.yaml', route, { targets: [] }), []);
  });
});
