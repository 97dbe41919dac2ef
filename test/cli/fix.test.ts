import assert from 'node:assert/strict';
import { chmodSync, chownSync, linkSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notRun } from '../harness/notRun.ts';
import { Workspace } from './harness.ts';
import { oldCronJob } from './manifests.ts';

const fixed = oldCronJob.replace('batch/v1beta1', 'batch/v1');

describe('fix --write', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ 'a.yaml': oldCronJob });
  });
  afterEach(() => workspace.remove());
  const read = (name: string) => readFileSync(join(workspace.path, name), 'utf8');

  it('keeps the mode, owner and hard links of a file, and does not change a read-only one', function () {
    if (process.platform === 'win32') notRun(this, 'files have no owners and modes there');
    const path = (name: string) => join(workspace.path, name);
    for (const name of ['b.yaml', 'c.yaml', 'd.yaml', 'e.yaml']) workspace.write(name, oldCronJob);
    chmodSync(path('a.yaml'), 0o666);
    chmodSync(path('e.yaml'), 0o640);
    symlinkSync('e.yaml', path('link.yaml'));
    linkSync(path('b.yaml'), path('linked.yaml'));
    chmodSync(path('c.yaml'), 0o444);
    // Only root can change the owner of a file.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path('d.yaml'), 1234, 5678);
    const { exit, stderr } = workspace.run(['fix', '.', '--target=1.36', '--write']);
    assert.equal(read('a.yaml'), fixed);
    assert.equal(statSync(path('a.yaml')).mode & 0o777, 0o666);
    assert.equal(read('e.yaml'), fixed);
    assert.equal(statSync(path('e.yaml')).mode & 0o777, 0o640);
    assert.ok(lstatSync(path('link.yaml')).isSymbolicLink());
    assert.equal(read('b.yaml'), fixed);
    assert.equal(read('linked.yaml'), fixed);
    assert.equal(statSync(path('b.yaml')).nlink, 2);
    assert.equal(read('c.yaml'), oldCronJob);
    assert.match(stderr, /c\.yaml is read-only and was not written/);
    assert.equal(exit, 3);
    assert.equal(read('d.yaml'), fixed);
    const { uid, gid } = statSync(path('d.yaml'));
    if (isRoot) assert.deepEqual([uid, gid], [1234, 5678]);
    assert.ok(!readdirSync(workspace.path).some((name) => name.endsWith('.tmp')));
  });
});
