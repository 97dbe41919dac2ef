import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterBench } from '../../../test/support/clusterBench.ts';
import { goodToken, kubeconfigFor } from '../../../test/support/replayServer.ts';

describe('reading a live cluster with credential plugins and files', () => {
  const bench = clusterBench();
  const { replay, kubeconfig, refresh, refused } = bench;

  function plugin(folder: string, body: string): string {
    const file = join(folder, 'plugin');
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
    return file;
  }
  const scriptPrinting = (token: string) =>
    `echo "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/ran"\necho '{"kind":"ExecCredential","status":{"token":"${token}"}}'`;
  const exec = (command: string) => ({ user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command } } });

  it("runs a plugin that the user's own kubeconfig names, relative to it", async () => {
    const { url } = await replay('1.34');
    plugin(bench.home, scriptPrinting(goodToken));
    const found = await refresh(kubeconfig(kubeconfigFor(url, exec('./plugin'))));
    assert.ok(found.ok, found.ok ? '' : found.message);
    assert.match(readFileSync(join(bench.home, 'ran'), 'utf8'), /"interactive":false/);
  });

  it('runs no plugin for a kubeconfig in the workspace, even through a link', async () => {
    const { url } = await replay('1.34');
    const command = plugin(bench.folder, scriptPrinting(goodToken));
    const file = kubeconfig(kubeconfigFor(url, exec(command)), bench.folder);
    symlinkSync(file, join(bench.home, 'linked'));
    const provider = { user: { 'auth-provider': { name: 'gcp', config: { 'cmd-path': command } } } };
    for (const path of [file, join(bench.home, 'linked')]) {
      assert.match(await refused(path), /is in the workspace and would run a program for credentials \(exec\)/);
    }
    assert.match(await refused(kubeconfig(kubeconfigFor(url, provider), bench.folder)), /\(auth-provider\)/);
    assert.ok(!existsSync(join(bench.folder, 'ran')));
  });

  it('reads no file outside the workspace for a kubeconfig in it', async () => {
    const { url } = await replay('1.34');
    writeFileSync(join(bench.home, 'token'), goodToken);
    const outside = kubeconfig(kubeconfigFor(url, { user: { tokenFile: join(bench.home, 'token') } }), bench.folder);
    assert.match(await refused(outside), /names a file outside of it \(tokenFile\)/);
    symlinkSync(bench.home, join(bench.folder, 'keys'));
    const linked = kubeconfig(kubeconfigFor(url, { user: { tokenFile: 'keys/token' } }), bench.folder);
    assert.match(await refused(linked), /names a file outside of it \(tokenFile\)/);
    const refreshed = await refresh(kubeconfig(kubeconfigFor(url, { user: { tokenFile: 'token' } })));
    assert.ok(refreshed.ok, 'of the user it does, from its bench.folder on');
  });

  it('treats the repository around the configuration as the workspace', async () => {
    const { url } = await replay('1.34');
    mkdirSync(join(bench.folder, '.git'));
    mkdirSync(join(bench.folder, 'deploy'));
    const file = kubeconfig(kubeconfigFor(url, exec(plugin(bench.folder, scriptPrinting(goodToken)))), bench.folder);
    assert.match(await refused(file, { folder: join(bench.folder, 'deploy') }), /is in the workspace/);
  });

  it('explains plugins that are missing, fail, or print no credentials', async () => {
    const { url } = await replay('1.34');
    assert.match(
      await refused(kubeconfig(kubeconfigFor(url, exec('no-such-program')))),
      /no-such-program .* does not exist/,
    );
    plugin(bench.home, 'echo "please log in" >&2; exit 1');
    assert.match(await refused(kubeconfig(kubeconfigFor(url, exec('./plugin')))), /failed: please log in/);
    plugin(bench.home, 'echo {}');
    assert.match(await refused(kubeconfig(kubeconfigFor(url, exec('./plugin')))), /returned no credentials/);
    plugin(bench.home, 'echo not json');
    assert.match(await refused(kubeconfig(kubeconfigFor(url, exec('./plugin')))), /failed: /);
  });
});
