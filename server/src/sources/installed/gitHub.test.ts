import assert from 'node:assert/strict';
import { gitHubFile } from './gitHub.ts';

describe('files from GitHub', () => {
  it('are recognized as Kustomize does', () => {
    const url = 'github.com/a/b';
    const found = (path: string, version?: string) => ({ url, path, version });
    assert.deepEqual(gitHubFile('https://github.com/a/b/releases/download/v1.0.0/x.yaml'), found('x.yaml', 'v1.0.0'));
    assert.deepEqual(
      gitHubFile('https://raw.githubusercontent.com/a/b/refs/tags/v1.0.0/c/x.yaml'),
      found('c/x.yaml', 'v1.0.0'),
    );
    assert.deepEqual(gitHubFile('https://github.com/a/b//c/d?ref=v1.0.0&timeout=90s'), found('c/d', 'v1.0.0'));
    assert.deepEqual(gitHubFile('git::https://github.com/a/b.git//c?ref=v1'), found('c', 'v1'));
    assert.deepEqual(gitHubFile('git@github.com:a/b.git?version=v1'), found('', 'v1'));
    assert.deepEqual(gitHubFile('github.com/a/b'), found(''));
    assert.equal(gitHubFile('../base'), undefined);
    assert.equal(gitHubFile('https://gitlab.com/a/b?ref=v1'), undefined);
    assert.equal(gitHubFile(`https://github.com/a/b/${'c/'.repeat(5_000)}`), undefined);
  });
});
