import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
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
