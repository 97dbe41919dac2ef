import assert from 'node:assert/strict';
import { Workspace } from './harness.ts';

const workload = `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: baseline } }
---
apiVersion: v1
kind: Pod
metadata: { name: host, namespace: shop }
spec:
  hostPID: true
  containers: [{ name: web, image: nginx }]
`;

const kubeadm = (args: string) => `apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v1.37.1
apiServer:
  extraArgs: [${args}]
`;

describe('command line, what admission plugins do', () => {
  const found = (args: string): readonly [number | null, boolean] => {
    const workspace = new Workspace({ 'app.yaml': workload, 'kubeadm.yaml': kubeadm(args) });
    try {
      const { exit, stdout } = workspace.run(['check', 'app.yaml', '--target-from', 'kubeadm.yaml']);
      return [exit, stdout.includes('pod-security')];
    } finally {
      workspace.remove();
    }
  };

  it('goes by the plugins of the cluster that a file describes', () => {
    assert.deepEqual(found(''), [1, true]);
    assert.deepEqual(found('{ name: disable-admission-plugins, value: PodSecurity }'), [0, false]);
  });

  it('says nothing of pods where a file configures the plugins: it may exempt them', () => {
    assert.deepEqual(found('{ name: admission-control-config-file, value: /etc/kubernetes/admission.yaml }'), [
      0,
      false,
    ]);
  });
});
