import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inClusterConfig } from './kubeconfigFiles.ts';

describe('the cluster that a pod runs in', () => {
  const names = ['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT'] as const;
  let folder: string;
  let before: readonly (string | undefined)[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-pod-'));
    before = names.map((name) => process.env[name]);
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    for (const [index, name] of names.entries()) {
      const value = before[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('is a context with the token of the service account, as in client-go', () => {
    process.env['KUBERNETES_SERVICE_HOST'] = 'fd00::1';
    process.env['KUBERNETES_SERVICE_PORT'] = '443';
    assert.equal(inClusterConfig(folder), undefined);
    writeFileSync(join(folder, 'token'), 'secret');
    const config = inClusterConfig(folder);
    assert.equal(config?.currentContext, 'in-cluster');
    assert.deepEqual(config.clusters.get('in-cluster')?.value, {
      server: 'https://[fd00::1]:443',
      'certificate-authority': join(folder, 'ca.crt'),
    });
    // The token is read where it is used: kubelets rotate it.
    assert.deepEqual(config.users.get('in-cluster')?.value, { tokenFile: join(folder, 'token') });
  });

  it('does not exist outside pods', () => {
    for (const name of names) delete process.env[name];
    writeFileSync(join(folder, 'token'), 'secret');
    assert.equal(inClusterConfig(folder), undefined);
  });
});
