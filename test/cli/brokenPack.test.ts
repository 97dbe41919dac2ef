import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { textFiles } from '../support/textFiles.ts';
import { builtCli, Workspace } from './harness.ts';
import { configMap } from './manifests.ts';

describe('the command line with a pack of definitions that is', () => {
  const broken = { missing: undefined, truncated: '{"format":', 'of another form': '{"format":0}' };
  for (const [title, text] of Object.entries(broken)) {
    it(`${title}: is reported, and everything else is checked`, () => {
      const installed = mkdtempSync(join(tmpdir(), 'kubecompat-installed-'));
      const workspace = new Workspace({
        ...textFiles(new URL('brokenPack.txt', import.meta.url)).below(),
        'c.yaml': configMap,
      });
      try {
        cpSync(dirname(builtCli()), join(installed, 'dist'), { recursive: true });
        writeFileSync(join(installed, 'package.json'), '{ "type": "module" }');
        const pack = join(installed, 'dist/crds/cert-manager.json');
        if (text === undefined) rmSync(pack);
        else writeFileSync(pack, text);
        const args = [join(installed, 'dist/cli.js'), 'check', '.', '--target=1.36'];
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspace.path, encoding: 'utf8' });
        assert.match(stderr, /cert-manager\.json cannot be read.*\n.*install kubecompat again/);
        assert.equal(stderr.match(/cannot be read/g)?.length, 1);
        assert.match(stdout, /intervall/);
        assert.match(stdout, /2 of 3 resources checked/);
        assert.equal(status, 0);
      } finally {
        workspace.remove();
        rmSync(installed, { recursive: true, force: true });
      }
    });
  }
});
