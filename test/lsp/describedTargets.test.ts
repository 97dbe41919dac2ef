import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { CodeAction } from 'vscode-languageserver/node';
import {
  type DescribedTarget,
  methods,
  type OverrideResult,
  type TargetsInForce,
} from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { TestClient } from './testClient.ts';

const pod = (version: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: edge }\nspec:\n  containers:\n    - image: registry.k8s.io/kube-apiserver:v${version}\n      command: [kube-apiserver, --v=2]\n`;

describe('targets that files of the workspace describe', () => {
  let workspace: Workspace;
  let editor: TestClient;
  const inForce = async () =>
    (await editor.connection.sendRequest<TargetsInForce>(methods.targets, {})).targets.map(
      ({ description }) => description,
    );

  beforeEach(async () => {
    workspace = new Workspace({});
  });
  afterEach(async () => {
    await editor.stop();
    workspace.remove();
  });

  it('are offered and can be chosen', async () => {
    workspace.write('edge.yaml', pod('1.35.2'));
    workspace.write('k3s.yaml', 'kube-apiserver-arg: v=2\n');
    editor = await TestClient.start({ folder: workspace.path });
    const described = await editor.connection.sendRequest<DescribedTarget[]>(methods.described);
    assert.deepEqual(
      described.map(({ expression, usable, format, line }) => ({ expression, usable, format, line })),
      [
        { expression: 'from=edge.yaml', usable: true, format: 'static pod edge', line: 5 },
        { expression: 'from=k3s.yaml', usable: false, format: 'k3s or RKE2 configuration', line: 0 },
      ],
    );
    assert.equal(described[0]?.uri, workspace.uri('edge.yaml'));
    const { problems } = await editor.connection.sendRequest<OverrideResult>(methods.override, {
      targets: ['from=edge.yaml'],
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(await inForce(), ['kube-apiserver 1.35, compatible with 1.34']);
  });

  it('are judged themselves, with quick fixes where the flag stands', async () => {
    editor = await TestClient.start({ folder: workspace.path });
    const text = pod('1.37.1').replace('--v=2', '--emulated-version=1.30').replace('- image', '- name: a\n      image');
    await editor.open(workspace.uri('edge.yaml'), text);
    const [found, ...others] = await editor.diagnostics(workspace.uri('edge.yaml'), 1);
    assert.deepEqual(others, []);
    assert.equal(found?.code, 'refused-flag');
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: workspace.uri('edge.yaml') },
      range: found?.range,
      context: { diagnostics: [] },
    });
    const titles = actions.map(({ title }) => title.replace(/ \(.*/, ''));
    assert.deepEqual(titles, [
      'Set --emulated-version to 1.37',
      'Set --emulated-version to 1.36',
      'Set --emulated-version to 1.35',
      'Set --emulated-version to 1.34',
      'Ignore refused-flag here, with a reason',
    ]);
  });

  it('are judged in systemd units too, whatever the editor calls their language', async () => {
    editor = await TestClient.start({ folder: workspace.path });
    const text = '[Service]\nExecStart=/usr/bin/kube-scheduler --runtime-config=api/all=true\n';
    await editor.open(workspace.uri('kube-scheduler.service'), text, 'ini');
    const diagnostics = await editor.diagnostics(workspace.uri('kube-scheduler.service'), 1);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['refused-flag'],
    );
  });

  it('may not lie outside of the workspace', async () => {
    editor = await TestClient.start({ folder: workspace.path });
    const { problems } = await editor.connection.sendRequest<OverrideResult>(methods.override, {
      targets: [`from=${join(import.meta.dirname, '../../server/src/sources/fixtures/pods/hosted-deployment.yaml')}`],
    });
    assert.match(problems.join(), /outside of the workspace/);
  });

  it('follow their file when it changes, and other files do not matter', async () => {
    workspace.write('edge.yaml', pod('1.35.2'));
    workspace.write('.kubecompat.yaml', 'targets: { edge: { from: edge.yaml } }\n');
    editor = await TestClient.start({ folder: workspace.path });
    assert.deepEqual(await inForce(), ['kube-apiserver 1.35, compatible with 1.34']);
    workspace.write('edge.yaml', pod('1.36.0'));
    const changed = (name: string) =>
      editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: workspace.uri(name), type: 2 }],
      });
    await changed('other.yaml');
    assert.deepEqual(await inForce(), ['kube-apiserver 1.35, compatible with 1.34']);
    await changed('edge.yaml');
    assert.deepEqual(await inForce(), ['kube-apiserver 1.36, compatible with 1.35']);
  });

  it('say in the configuration what keeps them from being one', async () => {
    workspace.write('edge.yaml', pod('latest'));
    const config = 'targets:\n  edge: { from: edge.yaml }\n';
    workspace.write('.kubecompat.yaml', config);
    editor = await TestClient.start({ folder: workspace.path });
    await editor.open(workspace.uri('.kubecompat.yaml'), config);
    const [found, ...others] = await editor.diagnostics(workspace.uri('.kubecompat.yaml'), 1);
    assert.deepEqual(others, []);
    assert.deepEqual(found?.range, { start: { line: 1, character: 16 }, end: { line: 1, character: 25 } });
    assert.match(String(found?.message), /edge\.yaml:6:\d+: "vlatest" is not a Kubernetes version/);
  });
});
