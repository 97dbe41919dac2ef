import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the commands of the README before packages are installed', () => {
  const entries = ['start.mjs', 'test.mjs'];
  let clone: string;

  before(() => {
    clone = mkdtempSync(join(tmpdir(), 'kubecompat-clone-'));
    for (const folder of ['scripts', 'test/setup']) cpSync(folder, join(clone, folder), { recursive: true });
    writeFileSync(join(clone, 'package.json'), JSON.stringify({ type: 'module' }));
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  for (const entry of entries) {
    it(`loads every module that scripts/${entry} imports`, () => {
      const script = readFileSync(join(clone, 'scripts', entry), 'utf8');
      const imports = script.split('\n').filter((line) => line.startsWith('import '));
      assert.notEqual(imports.length, 0);
      writeFileSync(join(clone, 'scripts', `imports-of-${entry}`), imports.join('\n'));
      const { status, stderr } = spawnSync(process.execPath, [join('scripts', `imports-of-${entry}`)], {
        cwd: clone,
        encoding: 'utf8',
      });
      assert.equal(stderr, '');
      assert.equal(status, 0);
    });
  }
});
