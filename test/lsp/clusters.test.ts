import assert from 'node:assert/strict';
import { FileChangeType } from 'vscode-languageserver/node';
import { methods, type TargetsInForce } from '../../server/src/lsp/protocol.ts';
import { Workspace } from '../cli/harness.ts';
import { cronJob } from '../cli/manifests.ts';
import { until } from '../harness/guards.ts';
import { TestClient } from './testClient.ts';

const flux = (path: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: a, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
`;

const talos = (version: string) =>
  `clusterName: staging\ntalosVersion: v1.2.0\nkubernetesVersion: ${version}\nendpoint: https://1.2.3.4:6443\n`;

describe('clusters that files are applied to, in an editor', () => {
  let workspace: Workspace;
  let client: TestClient;

  beforeEach(async () => {
    workspace = new Workspace({
      '.git/HEAD': '',
      'clusters/staging/flux-system/sync.yaml': flux('./clusters/staging'),
      'clusters/staging/apps.yaml': flux('./apps'),
      'talos/talconfig.yaml': talos('v1.24.0'),
      'apps/cron.yaml': cronJob('batch/v1beta1'),
    });
    client = await TestClient.start({ folder: workspace.path, settings: { workspaceDiagnostics: 'workspace' } });
  });

  afterEach(async () => {
    await client.stop();
    workspace.remove();
  });

  const codesAre = (name: string, code: string | undefined) =>
    until(`${code} in ${name}`, () => {
      const last = client.published.findLast(({ uri }) => uri === workspace.uri(name));
      return (last !== undefined && last.diagnostics[0]?.code === code) || undefined;
    });

  const changed = (name: string) =>
    client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: workspace.uri(name), type: FileChangeType.Changed }],
    });

  it('are the targets of closed files, and what decides on them is told', async () => {
    await codesAre('apps/cron.yaml', 'deprecated-api');
    const params = { uri: workspace.uri('apps/cron.yaml') };
    const { decidedBy, targets } = await client.connection.sendRequest<TargetsInForce>(methods.targets, params);
    assert.deepEqual([decidedBy, ...targets.map(({ name }) => name)], ['clusters', 'staging']);
  });

  it('are others once the description of one, or what is applied, has changed', async () => {
    await codesAre('apps/cron.yaml', 'deprecated-api');
    workspace.write('talos/talconfig.yaml', talos('v1.25.0'));
    await changed('talos/talconfig.yaml');
    await codesAre('apps/cron.yaml', 'removed-api');
    workspace.write('talos/talconfig.yaml', talos('v1.20.0'));
    await changed('talos/talconfig.yaml');
    await codesAre('apps/cron.yaml', undefined);
    workspace.write('clusters/staging/apps.yaml', flux('./others'));
    await changed('clusters/staging/apps.yaml');
    await codesAre('apps/cron.yaml', 'removed-api');
  });
});
