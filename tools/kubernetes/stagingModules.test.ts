import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notRun } from '../../test/harness/notRun.ts';
import { goVersion } from './go.ts';
import { parseRelease } from './release.ts';
import { stagingFolders } from './stagingModules.ts';

describe('the staging modules of a release', () => {
  let folder: string;
  const { GOPROXY, GOMODCACHE } = process.env;

  before(function () {
    if (goVersion() === undefined) notRun(this, 'there is no Go on the PATH');
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-staging-'));
    setVariables({ GOPROXY: `file://${join(folder, 'proxy')}`, GOMODCACHE: join(folder, 'modules') });
  });

  after(() => {
    setVariables({ GOPROXY, GOMODCACHE });
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  for (const version of ['1.38.0-alpha.0', '1.37.2'])
    it(`of ${version} are empty modules if the proxy has no version of them`, () => {
      const release = parseRelease(version);
      assert.ok(release);
      const { folders, absent } = stagingFolders(['k8s.io/sample-cli-plugin'], release, folder, () => assert.fail());
      const module = folders.get('k8s.io/sample-cli-plugin') ?? '';
      assert.match(readFileSync(join(module, 'go.mod'), 'utf8'), /^module k8s\.io\/sample-cli-plugin$/m);
      assert.equal(absent.length, 1);
      assert.match(absent[0] ?? '', /k8s\.io\/sample-cli-plugin@v0\.3/);
    });
});

function setVariables(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
