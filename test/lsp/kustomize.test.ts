import assert from 'node:assert/strict';
import type { DocumentDiagnosticReport } from 'vscode-languageserver/node';
import { methods, type ReportResult } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { TestClient } from './testClient.ts';

const patch = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replica: 3 }\n';

describe('language server, Kustomize', () => {
  let workspace: Workspace;
  let editor: TestClient;
  const open = (name: string, text: string) =>
    editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: workspace.uri(name), languageId: 'yaml', version: 1, text },
    });
  const codes = async (name: string) => {
    const report = await editor.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: workspace.uri(name) },
    });
    return new Set(report.kind === 'full' ? report.items.map(({ code }) => code) : []);
  };

  beforeEach(async () => {
    workspace = new Workspace({ 'a/kustomization.yaml': 'patches: [{ path: web.yaml }]\n', 'a/web.yaml': patch });
    editor = await TestClient.start({
      folder: workspace.path,
      initializationOptions: { targets: ['1.37'] },
      capabilities: { textDocument: { diagnostic: {} } },
    });
  });
  afterEach(async () => {
    await editor.stop();
    workspace.remove();
  });

  it('judges a file as the patch that a kustomization makes of it, and anew when that changes', async () => {
    await open('a/web.yaml', patch);
    assert.deepEqual(await codes('a/web.yaml'), new Set(['unknown-field']));
    workspace.write('a/kustomization.yaml', 'resources: [web.yaml]\n');
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: workspace.uri('a/kustomization.yaml'), type: 2 }],
    });
    assert.ok((await codes('a/web.yaml')).has('missing-field'));
  });

  it('shows what is in the patches that a kustomization holds', async () => {
    const text = `patches:\n  - patch: |-\n${patch.replaceAll(/^(?=.)/gm, '      ')}`;
    await open('a/kustomization.yaml', text);
    assert.deepEqual(await codes('a/kustomization.yaml'), new Set(['unknown-field']));
  });

  it('judges patches anew when the resources of the kustomization change', async () => {
    const kustomization = [
      'resources: [whole.yaml]',
      'patches:',
      '  - target: { kind: Deployment }',
      '    patch: |-',
      '      - { op: remove, path: /spec/replicas }',
      '',
    ].join('\n');
    const whole = patch.replace('{ replica: 3 }', '{}');
    workspace.write('a/whole.yaml', whole);
    workspace.write('a/kustomization.yaml', kustomization);
    await open('a/kustomization.yaml', kustomization);
    assert.deepEqual(await codes('a/kustomization.yaml'), new Set(['absent-path']));
    workspace.write('a/whole.yaml', whole.replace('{}', '{ replicas: 3 }'));
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: workspace.uri('a/whole.yaml'), type: 2 }],
    });
    assert.deepEqual(await codes('a/kustomization.yaml'), new Set());
  });

  it('says of a source what its build makes of it, and counts the charts that are fetched', async () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web }] }\n';
    const charts = 'helmCharts: [{ name: podinfo, repo: https://example.invalid }]\n';
    const patched = `resources: [pod.yaml]\npatches: [{ path: image.yaml }]\n${charts}`;
    workspace.write('b/pod.yaml', pod);
    workspace.write('b/image.yaml', pod.replace('name: web }]', 'name: web, image: web:1 }]'));
    workspace.write('b/kustomization.yaml', patched);
    await open('b/pod.yaml', pod);
    assert.deepEqual(await codes('b/pod.yaml'), new Set());
    const { report } = await editor.connection.sendRequest<ReportResult>(methods.report, {});
    const counted = report.notJudged.filter(({ reason }) => reason === 'remote-chart').map(({ file }) => file);
    assert.deepEqual(counted, ['b/kustomization.yaml']);
    workspace.write('b/kustomization.yaml', `resources: [pod.yaml]\n${charts}`);
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: workspace.uri('b/kustomization.yaml'), type: 2 }],
    });
    assert.deepEqual(await codes('b/pod.yaml'), new Set(['missing-field']));
  });
});
