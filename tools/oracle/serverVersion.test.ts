import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertServerOf } from './serverVersion.ts';

describe('the server of the oracle', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function program(name: string, script: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  it('must have the version of the release', () => {
    const right = program('right', 'echo Kubernetes v1.37.2');
    assertServerOf('1.37.2', right);
    assert.throws(() => assertServerOf('1.37.1', right), {
      message: `${right} is of 1.37.2; name the server of 1.37.1 with --server.`,
    });
  });

  it('is refused if it does not run, or is another program', () => {
    const absent = join(folder, 'absent');
    assert.throws(() => assertServerOf('1.37.2', absent), /absent does not run: .*ENOENT/);
    const other = program('other', 'echo "Error: unknown flag: --version" >&2; exit 1');
    assert.throws(
      () => assertServerOf('1.37.2', other),
      /other is not kube-apiserver: Error: unknown flag: --version;/,
    );
    assert.throws(() => assertServerOf('1.37.2', program('mute', 'exit 1')), /mute is not kube-apiserver; name/);
  });
});
