import assert from 'node:assert/strict';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag, FileChangeType } from 'vscode-languageserver/node';
import { methods, type RenderedTemplateResult } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { until } from '../harness/guards.ts';
import { helmFolder } from '../harness/helm.ts';
import { TestClient } from './testClient.ts';

const budget = `{{- if .Capabilities.APIVersions.Has "policy/v1/PodDisruptionBudget" }}
apiVersion: policy/v1
{{- else }}
apiVersion: policy/v1beta1
{{- end }}
kind: PodDisruptionBudget
metadata:
  name: {{ .Release.Name }}
`;

/** Nobody knows the apiVersion without rendering. */
const workload = 'apiVersion: {{ .Values.api }}\nkind: Deployment\nmetadata:\n  name: web\n';

describe('the language server on Helm charts', () => {
  let workspace: Workspace;
  let client: TestClient | undefined;
  const latest = (file: string): readonly Diagnostic[] =>
    client?.published.findLast((published) => published.uri === file)?.diagnostics ?? [];
  const shown = (file: string) => latest(file).map(({ code, range }) => `${String(code)}:${range.start.line}`);

  beforeEach(() => {
    workspace = new Workspace({});
    workspace.write('Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
    workspace.write('values.yaml', 'api: apps/v1beta1\n');
    workspace.write('templates/budget.yaml', budget);
    workspace.write('templates/workload.yaml', workload);
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    workspace.remove();
  });

  it('dims the branch that no target takes, and labels it', async () => {
    client = await TestClient.start({ folder: workspace.path, initializationOptions: { targets: ['1.37'] } });
    await client.open(workspace.uri('templates/budget.yaml'), budget);
    await client.diagnostics(workspace.uri('templates/budget.yaml'), 1);
    const dimmed = latest(workspace.uri('templates/budget.yaml')).filter(({ tags }) =>
      tags?.includes(DiagnosticTag.Unnecessary),
    );
    assert.equal(dimmed.length, 1);
    assert.deepEqual(dimmed[0]?.range, { start: { line: 3, character: 0 }, end: { line: 3, character: 26 } });
    assert.equal(dimmed[0]?.severity, DiagnosticSeverity.Hint);
    assert.match(
      String(dimmed[0]?.message),
      /^No target reaches this branch: \.Capabilities\.APIVersions\.Has "policy/,
    );
  });

  it('shows what is found in a rendered chart, once the workspace is trusted', async function () {
    const path = `${helmFolder(this)}helm`;
    const file = workspace.uri('templates/workload.yaml');
    client = await TestClient.start({
      folder: workspace.path,
      capabilities: { workspace: { configuration: true } },
      settings: { helm: { path } },
      initializationOptions: { targets: ['1.37'] },
    });
    await client.open(file, workload);
    await client.diagnostics(file, 1);
    assert.deepEqual(shown(file), []);
    await client.connection.sendNotification(methods.trusted);
    await until('a finding in what was rendered', () => shown(file).includes('removed-api:0') || undefined);
    assert.deepEqual(shown(file), ['removed-api:0']);
  });

  it('renders with the values that the configuration names, and again when these change', async function () {
    const path = `${helmFolder(this)}helm`;
    const file = workspace.uri('templates/workload.yaml');
    workspace.write('prod.yaml', 'api: apps/v1beta2\n');
    workspace.write('.kubecompat.yaml', 'targets: {a: {binaryVersion: "1.37"}}\nhelm: {values: [prod.yaml]}\n');
    const settings = { helm: { path, values: ['nowhere.yaml'] } };
    const capabilities = { workspace: { configuration: true } };
    client = await TestClient.start({
      folder: workspace.path,
      capabilities,
      settings,
      initializationOptions: { trusted: true },
    });
    await client.open(file, workload);
    const message = () => String(latest(file)[0]?.message ?? '');
    await until('a finding in what was rendered', () => message().includes('apps/v1beta2') || undefined);
    workspace.write('prod.yaml', 'api: apps/v1\n');
    const changes = [{ uri: workspace.uri('prod.yaml'), type: FileChangeType.Changed }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await until('the finding gone', () => latest(file).length === 0 || undefined);
  });

  it('shows on demand what Helm makes of a template, for each target where these differ', async function () {
    const path = `${helmFolder(this)}helm`;
    const settings = { helm: { path, render: false }, targets: ['1.37', '1.20'] };
    client = await TestClient.start({
      folder: workspace.path,
      capabilities: { workspace: { configuration: true } },
      settings,
    });
    const { connection } = client;
    const ask = (name: string) =>
      connection.sendRequest<RenderedTemplateResult>(methods.rendered, { uri: workspace.uri(name) });
    assert.deepEqual(await ask('templates/workload.yaml'), { problem: 'Helm runs only in trusted workspaces.' });
    await connection.sendNotification(methods.trusted);
    const same = await ask('templates/workload.yaml');
    assert.match('text' in same ? same.text : '', /^apiVersion: apps\/v1beta1\nkind: Deployment\n/);
    const differs = await ask('templates/budget.yaml');
    assert.match(
      'text' in differs ? differs.text : '',
      /^# At 1\.37:\napiVersion: policy\/v1\n[\s\S]*\n---\n# At 1\.20:\napiVersion: policy\/v1beta1\n/,
    );
    workspace.write('templates/workload.yaml', '{{ required "api is needed" .Values.none }}\n');
    const failed = await ask('templates/budget.yaml');
    assert.match('problem' in failed ? failed.problem : '', /api is needed/);
    const none = await ask('values.yaml');
    assert.match('problem' in none ? none.problem : '', /not a template/);
  });

  it('says of a template that is typed in what checking it says, once typing pauses', async () => {
    const file = workspace.uri('templates/service.yaml');
    const service = (port: string) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  type: ClusterIP\n  ports: [{port: 80, targetPort: web, nodePort: ${port}}]\n`;
    client = await TestClient.start({ folder: workspace.path, initializationOptions: { targets: ['1.37'] } });
    await client.open(file, service('null'));
    await client.diagnostics(file, 1);
    assert.deepEqual(shown(file), []);
    await client.change(file, 2, { text: service('30000') });
    await until('what was left for later', () => shown(file).includes('forbidden-field:6') || undefined);
    assert.deepEqual(shown(file), ['forbidden-field:6']);
  });

  it('runs nothing in a workspace that is not trusted', async () => {
    const path = join(workspace.path, 'helm');
    writeFileSync(path, `#!/bin/sh\ntouch ${join(workspace.path, 'ran')}\n`);
    chmodSync(path, 0o755);
    const file = workspace.uri('templates/workload.yaml');
    client = await TestClient.start({
      folder: workspace.path,
      capabilities: { workspace: { configuration: true } },
      settings: { helm: { path } },
      initializationOptions: { targets: ['1.37'] },
    });
    await client.open(file, workload);
    await client.diagnostics(file, 1);
    await client.connection.sendRequest(methods.codes);
    assert.ok(!existsSync(join(workspace.path, 'ran')));
    await client.connection.sendNotification(methods.trusted);
    await until('helm was run', () => existsSync(join(workspace.path, 'ran')) || undefined);
  });
});
