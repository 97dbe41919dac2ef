import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocumentLink, FileChangeType, type Location, type WorkspaceSymbol } from 'vscode-languageserver/node';
import { type DefinitionDocument, methods } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { Asker, type Asking, cursor } from './asking.ts';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: foos.example.com }
spec:
  group: example.com
  names: { kind: Foo, plural: foos }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
    - name: v2
      served: true
      storage: false
      schema: { openAPIV3Schema: { type: object } }
`;

describe('language server, ways to what is named', () => {
  const asker = new Asker();
  let workspace: Workspace;

  beforeEach(() => {
    workspace = new Workspace({});
  });
  afterEach(async () => {
    await asker.stop();
    workspace.remove();
  });

  async function definition(name: string, marked: string, asking: Asking = {}): Promise<readonly string[]> {
    workspace.write(name, marked.replace(cursor, ''));
    const { editor, params } = await asker.start(marked, {
      ...asking,
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

  it('lead from a custom resource to the version in its definition', async () => {
    workspace.write('crds/foo.yaml', crd);
    const foo = `apiVersion: example.com/v2\nkind: Fo${cursor}o\nmetadata: { name: a }\n`;
    assert.deepEqual(await definition('foo.yaml', foo), ['crds/foo.yaml:12']);
  });

  it('lead to definitions of built-in sets, as documents that the client can show', async () => {
    workspace.write(
      '.kubecompat.yaml',
      'targets:\n  a: { binaryVersion: "1.37", crds: { gateway-api: { release: v1.4.0 } } }\n',
    );
    const route = `apiVersion: gateway.networking.k8s.io/v1${cursor}\nkind: HTTPRoute\nmetadata: { name: a }\n`;
    const asking = { targets: [], options: { explainScheme: 'kubecompat' } };
    const [found = ''] = await definition('route.yaml', route, asking);
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

  it('lead to the files of a kustomization', async () => {
    workspace.write('base/kustomization.yaml', 'resources: []\n');
    workspace.write('patch.yaml', 'kind: A\n');
    const text = (resource: string, patch: string) => `resources:\n  - ${resource}\npatches:\n  - path: ${patch}\n`;
    assert.deepEqual(await definition('kustomization.yaml', text('base', `pat${cursor}ch.yaml`)), ['patch.yaml:0']);
    assert.deepEqual(await definition('kustomization.yaml', text(`ba${cursor}se`, 'patch.yaml')), [
      'base/kustomization.yaml:0',
    ]);
    assert.deepEqual(await definition('kustomization.yaml', text(`https://a.exam${cursor}ple/b`, 'patch.yaml')), []);
  });

  it('lead from a reference to the object of that kind and name', async () => {
    workspace.write('a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: prod }\n');
    workspace.write('b.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: { name: settings }\n');
    workspace.write('c.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: test }\n');
    const pod = (reference: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: a, namespace: test }\nspec:\n  containers:\n    - name: a\n      envFrom:\n        - ${reference}\n`;
    assert.deepEqual(await definition('pod.yaml', pod(`configMapRef: { name: sett${cursor}ings }`)), ['c.yaml:1']);
    assert.deepEqual(await definition('pod.yaml', pod(`secretRef: { name: sett${cursor}ings }`)), ['b.yaml:1']);
  });

  it('lead from an autoscaler to what it scales', async () => {
    workspace.write(
      'web.yaml',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n---\napiVersion: v1\nkind: Service\nmetadata: { name: web }\n',
    );
    const hpa = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: web }\nspec:\n  scaleTargetRef:\n    name: we${cursor}b\n    kind: Deployment\n    apiVersion: apps/v1\n`;
    assert.deepEqual(await definition('hpa.yaml', hpa), ['web.yaml:1']);
  });

  it('lead from the name of a target to its definition, and from there to its file', async () => {
    workspace.write('server.yaml', 'apiVersion: v1\nkind: Pod\n');
    const named = `targets:\n  prod: { binaryVersion: "1.37" }\n  edge:\n    from: server.yaml\ndefault: [ed${cursor}ge]\n`;
    assert.deepEqual(await definition('.kubecompat.yaml', named), ['.kubecompat.yaml:2']);
    const from = `targets:\n  edge:\n    from: ser${cursor}ver.yaml\n`;
    assert.deepEqual(await definition('.kubecompat.yaml', from), ['server.yaml:0']);
  });

  it('are shown as links', async () => {
    workspace.write('server.yaml', 'apiVersion: v1\nkind: Pod\n');
    const config =
      'targets:\n  edge: { from: server.yaml }\nconversions: [rules.yaml]\nseverity: { removed-api: hint, nothing: hint }\n';
    const { editor, params } = await asker.start(config, {
      uri: workspace.uri('.kubecompat.yaml'),
      folder: workspace.path,
      options: { explainScheme: 'kubecompat' },
    });
    const links = await editor.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', params);
    assert.deepEqual(
      links.map(({ target }) => target),
      [workspace.uri('server.yaml'), workspace.uri('rules.yaml'), 'kubecompat:/explain/removed-api.md'],
    );
    const kustomization = await asker.start('resources:\n  - "a.yaml"\n  - https://example.com/b\n', {
      uri: workspace.uri('kustomization.yaml'),
      folder: workspace.path,
    });
    const files = await kustomization.editor.connection.sendRequest<DocumentLink[]>(
      'textDocument/documentLink',
      kustomization.params,
    );
    assert.deepEqual(
      files.map(({ target }) => target),
      [workspace.uri('a.yaml')],
    );
  });

  it('find resources in all files, and see what changes', async () => {
    workspace.write('a.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: prod }\n');
    workspace.write('b.json', '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"}}');
    const { editor } = await asker.start('a: b\n', { uri: workspace.uri('c.yaml'), folder: workspace.path });
    const query = async (text: string) =>
      (await editor.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query: text })).map(
        ({ name, containerName }) => `${name}, ${containerName}`,
      );
    assert.deepEqual(await query(''), ['ConfigMap settings, v1, namespace prod', 'Deployment web, apps/v1']);
    assert.deepEqual(await query('deploy web'), ['Deployment web, apps/v1']);
    workspace.write('a.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: { name: settings }\n');
    workspace.write('d/new.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: new }\n');
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [
        { uri: workspace.uri('a.yaml'), type: FileChangeType.Changed },
        { uri: workspace.uri('d/new.yaml'), type: FileChangeType.Created },
      ],
    });
    assert.deepEqual((await query('')).sort(), ['Deployment web, apps/v1', 'Namespace new, v1', 'Secret settings, v1']);
  });
});
