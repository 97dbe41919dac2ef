import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confine } from './confinement.ts';
import { readBytes, readText } from './readFile.ts';
import { pathExists, readFolder, realPath, statOf } from './trackedFs.ts';

describe('confined file access', () => {
  let folder: string;
  let workspace: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-'));
    workspace = join(folder, 'workspace');
    for (const path of ['workspace/in', 'workspace-beside', 'outside'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const name of ['workspace/a', 'workspace/in/b', 'workspace-beside/c', 'outside/d']) {
      writeFileSync(join(folder, name), name);
    }
    symlinkSync('../outside/d', join(workspace, 'out'));
    symlinkSync('../outside', join(workspace, 'folder-out'));
    symlinkSync('in', join(workspace, 'folder-in'));
    symlinkSync(workspace, join(folder, 'named'));
  });
  afterEach(() => {
    confine(undefined);
    rmSync(folder, { recursive: true });
  });

  const reads = (name: string) => readText(join(folder, name)).ok;

  it('reads nothing outside an untrusted workspace, by names or by links', () => {
    confine({ folders: [workspace], isStrict: true });
    for (const name of ['workspace/a', 'workspace/in/b', 'workspace/folder-in/b']) assert.ok(reads(name), name);
    for (const name of ['workspace/out', 'workspace/folder-out/d', 'workspace-beside/c', 'outside/d']) {
      assert.ok(!reads(name), name);
      assert.equal(readBytes(join(folder, name), 100), undefined, name);
    }
    const outside = join(folder, 'outside', 'd');
    assert.equal(pathExists(outside), false);
    assert.equal(statOf(outside), undefined);
    assert.throws(() => realPath(outside), { code: 'EUNTRUSTED' });
    assert.throws(() => readFolder(folder), { code: 'EUNTRUSTED' });
    assert.throws(() => readFolder(join(workspace, 'folder-out')), { code: 'EUNTRUSTED' });
    assert.equal(readFolder(join(workspace, 'folder-in')).length, 1);
    assert.equal(readFolder(workspace).length, 5);
  });

  it('follows no link out of a trusted workspace, but reads named paths outside', () => {
    confine({ folders: [workspace], isStrict: false });
    for (const name of ['workspace/a', 'workspace/folder-in/b', 'workspace-beside/c', 'outside/d']) {
      assert.ok(reads(name), name);
    }
    assert.ok(!reads('workspace/out'));
    assert.ok(!reads('workspace/folder-out/d'));
    assert.throws(() => readFolder(join(workspace, 'folder-out')), { code: 'EOUTSIDE' });
    assert.ok(statOf(join(workspace, 'out'))?.isFile());
    assert.equal(readFolder(workspace).length, 5);
  });

  it('recognizes a workspace that is reached through a link', () => {
    confine({ folders: [join(folder, 'named')], isStrict: true });
    assert.ok(reads('named/in/b'));
    assert.ok(!reads('named/out'));
  });

  it('is unlimited without confinement', () => {
    assert.ok(reads('workspace/out'));
  });
});
