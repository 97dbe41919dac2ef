import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag, FileChangeType } from 'vscode-languageserver/node';
import { methods } from '../../server/src/lsp/protocol.ts';
import { helmFolder } from '../harness/helm.ts';
import { TestClient, until } from './testClient.ts';

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
  let folder: string;
  let client: TestClient | undefined;
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  const put = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const latest = (file: string): readonly Diagnostic[] =>
    client?.published.findLast((published) => published.uri === file)?.diagnostics ?? [];
  const told = (file: string) => latest(file).map(({ code, range }) => `${String(code)}:${range.start.line}`);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-lsp-helm-'));
    put('Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 0.1.0\n');
    put('values.yaml', 'api: apps/v1beta1\n');
    put('templates/budget.yaml', budget);
    put('templates/workload.yaml', workload);
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it('dims the branch that no target takes, and labels it', async () => {
    client = await TestClient.start({ folder, initializationOptions: { targets: ['1.37'] } });
    await client.open(uri('templates/budget.yaml'), budget);
    await client.diagnostics(uri('templates/budget.yaml'), 1);
    const dimmed = latest(uri('templates/budget.yaml')).filter(({ tags }) => tags?.includes(DiagnosticTag.Unnecessary));
    assert.equal(dimmed.length, 1);
    assert.deepEqual(dimmed[0]?.range, { start: { line: 3, character: 0 }, end: { line: 3, character: 26 } });
    assert.equal(dimmed[0]?.severity, DiagnosticSeverity.Hint);
    assert.match(String(dimmed[0]?.message), /^No target takes this branch: \.Capabilities\.APIVersions\.Has "policy/);
  });

  it('judges the branch of each target, and says which targets take which', async () => {
    client = await TestClient.start({ folder, initializationOptions: { targets: ['1.19', '1.37'] } });
    const file = uri('templates/budget.yaml');
    await client.open(file, budget);
    await client.diagnostics(file, 1);
    const labels = latest(file).filter(({ code }) => code === 'untaken-branch');
    assert.deepEqual(
      labels.map(({ message, range, tags }) => [String(message).split(':')[0], range.start.line, tags]),
      [
        ['Not taken at 1.19', 1, undefined],
        ['Not taken at 1.37', 3, undefined],
      ],
    );
    assert.equal(latest(file).filter(({ severity }) => severity === DiagnosticSeverity.Error).length, 0);
  });

  it('shows what is found in a rendered chart, once the workspace is trusted', async function () {
    const path = `${helmFolder(this)}helm`;
    const file = uri('templates/workload.yaml');
    client = await TestClient.start({
      folder,
      capabilities: { workspace: { configuration: true } },
      settings: { helm: { path } },
      initializationOptions: { targets: ['1.37'] },
    });
    await client.open(file, workload);
    await client.diagnostics(file, 1);
    assert.deepEqual(told(file), []);
    await client.connection.sendNotification(methods.trusted);
    await until('a finding in what was rendered', () => told(file).includes('removed-api:0') || undefined);
    assert.deepEqual(told(file), ['removed-api:0']);
  });

  it('renders with the values that the configuration names, and again when these change', async function () {
    const path = `${helmFolder(this)}helm`;
    const file = uri('templates/workload.yaml');
    put('prod.yaml', 'api: apps/v1beta2\n');
    put('.kubecompat.yaml', 'targets: {a: {binaryVersion: "1.37"}}\nhelm: {values: [prod.yaml]}\n');
    const settings = { helm: { path, values: ['nowhere.yaml'] } };
    const capabilities = { workspace: { configuration: true } };
    client = await TestClient.start({ folder, capabilities, settings, initializationOptions: { trusted: true } });
    await client.open(file, workload);
    const message = () => String(latest(file)[0]?.message ?? '');
    await until('a finding in what was rendered', () => message().includes('apps/v1beta2') || undefined);
    put('prod.yaml', 'api: apps/v1\n');
    const changes = [{ uri: uri('prod.yaml'), type: FileChangeType.Changed }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    await until('the finding gone', () => latest(file).length === 0 || undefined);
  });

  it('says of a template that is typed in what checking it says, once typing pauses', async () => {
    const file = uri('templates/service.yaml');
    const service = (port: string) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\nspec:\n  type: ClusterIP\n  ports: [{port: 80, targetPort: web, nodePort: ${port}}]\n`;
    client = await TestClient.start({ folder, initializationOptions: { targets: ['1.37'] } });
    await client.open(file, service('null'));
    await client.diagnostics(file, 1);
    assert.deepEqual(told(file), []);
    await client.change(file, 2, { text: service('30000') });
    await until('what was left for later', () => told(file).includes('forbidden-field:6') || undefined);
    assert.deepEqual(told(file), ['forbidden-field:6']);
  });

  it('runs nothing in a workspace that is not trusted', async () => {
    const path = join(folder, 'helm');
    writeFileSync(path, `#!/bin/sh\ntouch ${join(folder, 'ran')}\n`);
    chmodSync(path, 0o755);
    const file = uri('templates/workload.yaml');
    client = await TestClient.start({
      folder,
      capabilities: { workspace: { configuration: true } },
      settings: { helm: { path } },
      initializationOptions: { targets: ['1.37'] },
    });
    await client.open(file, workload);
    await client.diagnostics(file, 1);
    await client.connection.sendRequest(methods.codes);
    assert.ok(!existsSync(join(folder, 'ran')));
    await client.connection.sendNotification(methods.trusted);
    await until('helm was run', () => existsSync(join(folder, 'ran')) || undefined);
  });
});
