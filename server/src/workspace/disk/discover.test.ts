import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discover } from './discover.ts';

describe('finding files', () => {
  it('reports names that are not UTF-8, and finds the others', function () {
    // Other systems do not allow such names.
    if (process.platform !== 'linux') this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-names-'));
    try {
      const named = (bytes: readonly number[], ending: string) =>
        Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes), Buffer.from(ending)]);
      writeFileSync(named([0x62, 0xff, 0xfe], '.yaml'), 'a: b\n');
      writeFileSync(named([0xff], '.txt'), 'no manifest\n');
      mkdirSync(named([0xfe], ''));
      writeFileSync(join(folder, '\uFFFD.yaml'), 'a: b\n');
      const { files, problems } = discover(['.'], folder);
      assert.deepEqual(
        files.map(({ file }) => file),
        ['\uFFFD.yaml'],
      );
      assert.deepEqual(
        problems.map(({ file, message, counts }) => [file, message, counts]).sort(),
        ['b\uFFFD\uFFFD.yaml', '\uFFFD'].map((file) => [file, 'could not be read: its name is not UTF-8', true]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
