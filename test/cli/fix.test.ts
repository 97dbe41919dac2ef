import assert from 'node:assert/strict';
import { chmodSync, chownSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notRun } from '../harness/notRun.ts';
import { Workspace } from './harness.ts';
import { configMap, oldCronJob } from './manifests.ts';

const fixed = oldCronJob.replace('batch/v1beta1', 'batch/v1');

describe('fix', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({ 'a.yaml': oldCronJob, 'b.yaml': configMap });
  });
  afterEach(() => workspace.remove());
  const read = (name: string) => readFileSync(join(workspace.path, name), 'utf8');

  it('changes nothing unless it is told to', () => {
    const { exit, stdout } = workspace.run(['fix', '.', '--target=1.36']);
    assert.equal(exit, 0);
    assert.match(stdout, /a\.yaml:1 \[removed-api\]/);
    assert.match(stdout, /1 finding in 1 file can be fixed; nothing was changed/);
    assert.equal(read('a.yaml'), oldCronJob);
  });

  it('shows a diff that patch takes', () => {
    const { stdout } = workspace.run(['fix', '.', '--target=1.36', '--diff']);
    assert.match(
      stdout,
      /^--- a\/a\.yaml\n\+\+\+ b\/a\.yaml\n@@ -1,4 \+1,4 @@\n-apiVersion: batch\/v1beta1 # keep this comment\n\+apiVersion: batch\/v1 # keep this comment\n/,
    );
    assert.equal(read('a.yaml'), oldCronJob);
  });

  it('writes what changes and keeps every other byte, the mode and the link', () => {
    chmodSync(join(workspace.path, 'a.yaml'), 0o640);
    symlinkSync('a.yaml', join(workspace.path, 'link.yaml'));
    const { exit, stdout } = workspace.run(['fix', 'link.yaml', '--target=1.36', '--write']);
    assert.equal(exit, 0);
    assert.match(stdout, /1 finding in 1 file fixed/);
    assert.equal(read('a.yaml'), fixed);
    assert.equal(statSync(join(workspace.path, 'a.yaml')).mode & 0o777, 0o640);
    assert.equal(read('b.yaml'), configMap);
    assert.equal(workspace.run(['check', '.', '--target=1.36']).exit, 0);
  });

  it('keeps mode, owner and every name of a file, and leaves a read-only one alone', function () {
    if (process.platform === 'win32') notRun(this, 'files have no owners and modes there');
    const path = (name: string) => join(workspace.path, name);
    for (const name of ['b.yaml', 'c.yaml', 'd.yaml']) workspace.write(name, oldCronJob);
    chmodSync(path('a.yaml'), 0o666);
    linkSync(path('b.yaml'), path('linked.yaml'));
    chmodSync(path('c.yaml'), 0o444);
    // Only root may give files away.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path('d.yaml'), 1234, 5678);
    const { exit, stderr } = workspace.run(['fix', '.', '--target=1.36', '--write']);
    assert.equal(read('a.yaml'), fixed);
    assert.equal(statSync(path('a.yaml')).mode & 0o777, 0o666);
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

  it('keeps the encoding', () => {
    const utf16 = new Workspace({ 'a.yaml': Buffer.from(`\uFEFF${oldCronJob}`, 'utf16le') });
    try {
      utf16.run(['fix', '.', '--target=1.36', '--write']);
      assert.equal(readFileSync(join(utf16.path, 'a.yaml')).toString('utf16le'), `\uFEFF${fixed}`);
    } finally {
      utf16.remove();
    }
  });

  it('fixes only the codes that are named', () => {
    assert.match(workspace.run(['fix', '.', '--target=1.36', '--only', 'unknown-field']).stdout, /0 findings/);
    const { exit, stderr } = workspace.run(['fix', '.', '--only', 'removed-apis']);
    assert.equal(exit, 2);
    assert.match(stderr, /did you mean removed-api\?/);
  });

  it('is told one way at a time', () => {
    const { exit, stderr } = workspace.run(['fix', '.', '--write', '--diff']);
    assert.equal(exit, 2);
    assert.match(stderr, /exclude each other/);
  });
});
