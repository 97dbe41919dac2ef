import assert from 'node:assert/strict';
import { Workspace } from '../cli/harness.ts';
import { until } from '../harness/guards.ts';
import { TestClient } from './testClient.ts';

const policy = (message: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: never }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [apps], apiVersions: [v1], operations: ["*"], resources: [deployments] }]
  validations: [{ expression: "false", message: ${message} }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: never }
spec: { policyName: never, validationActions: [Deny] }
`;

const app = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

const kustomization = (patches: string) => `resources: [policy.yaml]\npatches: ${patches}\n`;
const patch =
  '[{ patch: "{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, metadata: {name: never}, spec: {failurePolicy: Ignore}}" }]';

describe('the language server, policies of the workspace', () => {
  let workspace: Workspace;
  let client: TestClient | undefined;
  const messagesOf = (name: string) =>
    client?.published
      .findLast((publishDiagnosticsParams) => publishDiagnosticsParams.uri === workspace.uri(name))
      ?.diagnostics.map(({ message }) => `${typeof message === 'string' ? message : message.value}`) ?? [];
  const isRefused = (by: string) => messagesOf('app.yaml').some((message) => message.includes(by)) || undefined;

  beforeEach(() => {
    workspace = new Workspace({
      'cluster/policy.yaml': policy('"not here"'),
      'cluster/kustomization.yaml': kustomization('[]'),
    });
  });

  afterEach(async () => {
    await client?.stop();
    client = undefined;
    workspace.remove();
  });

  it('follows the policy, and kustomizations that change it', async () => {
    const folder = workspace.path;
    client = await TestClient.start({ folder });
    await client.open(workspace.uri('app.yaml'), app);
    await until('a refusal', () => isRefused('not here'));

    const saved = (name: string, text: string) => {
      workspace.write(name, text);
      const changes = [{ uri: workspace.uri(name), type: 2 }];
      return client?.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    };
    await saved('cluster/policy.yaml', policy('"nowhere"'));
    await until('other words', () => isRefused('nowhere'));
    await saved('cluster/kustomization.yaml', kustomization(patch));
    await until('no refusal by what a build changes', () => messagesOf('app.yaml').length === 0 || undefined);
    await saved('cluster/kustomization.yaml', kustomization('[]'));
    await until('the refusal again', () => isRefused('nowhere'));
  });

  it('shows objects as the first target would store them', async () => {
    client = await TestClient.start({ folder: workspace.path });
    const text = 'apiVersion: v1\nkind: Secret\nmetadata: { name: key } # mine\nstringData: { key: a }\n';
    await client.open(workspace.uri('secret.yaml'), text);
    const params = { uri: workspace.uri('secret.yaml') };
    assert.deepEqual(await client.connection.sendRequest('kubecompat/asAdmitted', params), {
      text: 'apiVersion: v1\nkind: Secret\ntype: Opaque\ndata:\n  key: "YQ=="\nmetadata: { name: key } # mine\n',
      target: '1.37',
      refused: [],
    });
    const unknown = { uri: workspace.uri('nowhere.yaml') };
    assert.equal(await client.connection.sendRequest('kubecompat/asAdmitted', unknown), null);
  });
});
