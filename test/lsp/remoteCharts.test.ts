import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeAction } from 'vscode-languageserver/node';
import {
  checkRemoteChartCommand,
  methods,
  type RemoteChartParams,
  type RemoteChartResult,
  remoteChartScheme,
} from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { TestClient } from './testClient.ts';

const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: apps }
spec:
  interval: 1h
  chart: { spec: { chart: podinfo, version: 6.5.0, sourceRef: { kind: HelmRepository, name: podinfo } } }
  valuesFrom: [{ kind: Secret, name: passwords }]
  values: { replicas: 3 }
`;

const source = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: podinfo, namespace: flux-system }
spec: { interval: 1h, url: "https://example.com/charts" }
`;

const fluxed = (path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: all, namespace: flux-system }
spec: { interval: 1h, path: ${path}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
`;

describe('charts that are not in the repository, in an editor', () => {
  let workspace: Workspace;
  let client: TestClient;
  let uri: string;

  async function start(trusted: boolean, checksRemoteCharts = true): Promise<CodeAction | undefined> {
    workspace = new Workspace({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'clusters/prod/all.yaml': fluxed('./clusters/prod'),
      'clusters/prod/web.yaml': release,
      'clusters/prod/source.yaml': source,
      '.kubecompat.yaml': 'targets: { prod: { binaryVersion: "1.25" } }\ndefault: [prod]\n',
    });
    const helm = join(workspace.path, 'helm');
    const output = 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: { name: a }\n';
    writeFileSync(
      helm,
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(workspace.path, 'asked')}\nprintf '${output.replaceAll('\n', '\\n')}'\n`,
    );
    chmodSync(helm, 0o755);
    client = await TestClient.start({
      folder: workspace.path,
      settings: { helm: { path: helm, render: false } },
      initializationOptions: { trusted, checksRemoteCharts },
    });
    uri = workspace.uri('clusters/prod/web.yaml');
    await client.open(uri, release);
    const at = { start: { line: 4, character: 2 }, end: { line: 4, character: 2 } };
    const params = { textDocument: { uri }, range: at, context: { diagnostics: [] } };
    const actions = () => client.connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', params);
    // The repository is searched in the background.
    for (;;) {
      const action = (await actions()).find(isOurs);
      if (action !== undefined || !checksRemoteCharts) return action;
    }
  }

  const isOurs = ({ command }: CodeAction) => command?.command === checkRemoteChartCommand;
  const render = (params: unknown) =>
    client.connection.sendRequest<RemoteChartResult>(methods.renderRemoteChart, params);

  afterEach(async () => {
    await client.stop();
    workspace.remove();
  });

  it('are fetched when asked for, rendered with their values, and checked for the cluster that they go to', async () => {
    const action = await start(true);
    assert.equal(action?.title, 'Fetch and check podinfo 6.5.0 of https://example.com/charts…');
    const [asked]: readonly RemoteChartParams[] = action?.command?.arguments ?? [];
    assert.equal(asked?.uri, uri);
    assert.equal(existsSync(join(workspace.path, 'asked')), false, 'offering fetches nothing');
    const result = await render(asked);
    assert.ok('text' in result);
    const [comment, ...lines] = result.text.split('\n');
    assert.equal(comment, '# podinfo 6.5.0 of https://example.com/charts for prod, without the Secret passwords');
    const words = readFileSync(join(workspace.path, 'asked'), 'utf8').trim().split('\n');
    assert.deepEqual(words.slice(0, 6), [
      'template',
      'web',
      'podinfo',
      '--repo=https://example.com/charts',
      '--version=6.5.0',
      '--namespace=apps',
    ]);
    assert.ok(words.includes('--set-json=replicas=3'));
    const shown = uri.replace(/^file:/, `${remoteChartScheme}:`);
    await client.open(shown, result.text);
    const published = await client.diagnostics(shown, 1);
    assert.deepEqual(
      published.map(({ code, range }) => `${String(code)}:${range.start.line}`),
      ['removed-api:1'],
    );
    assert.equal(lines[0], 'apiVersion: batch/v1beta1');
  });

  it('are not fetched in a workspace that is not trusted', async () => {
    const action = await start(false);
    assert.deepEqual(await render(action?.command?.arguments?.[0]), {
      problem: 'Helm runs only in trusted workspaces; trust this one first.',
    });
    assert.equal(existsSync(join(workspace.path, 'asked')), false);
  });

  it('are not offered to a client without the command', async () => {
    assert.equal(await start(true, false), undefined);
  });
});
