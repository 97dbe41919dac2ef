import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredDefinition } from './definitions.ts';
import { SourceProblem } from './problem.ts';
import { openLock, writeEntry } from './store.ts';

const source = { source: './a', version: '', resolved: 'a', groups: [] };
const definition = (file: string, text: string): StoredDefinition => {
  return { file, text, group: 'example.com', kind: 'Lamp', versions: ['v1'], from: file, digest: text, isBeta: false };
};

describe('definitions added to a workspace', () => {
  let folder: string;
  const added = () => join(folder, '.kubecompat/crds');
  const textOf = (name: string) => readFileSync(join(added(), name), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-store-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('stay unchanged if the lock file has changed meanwhile', () => {
    const first = openLock(folder);
    const written = writeEntry(first, 'a', source, [definition('example.com_lamps.yaml', 'one\n')]);
    for (const name of ['a', 'b']) {
      assert.throws(
        () => writeEntry(first, name, source, [definition('example.com_lamps.yaml', 'two\n')]),
        /has changed in the meantime and was not written/,
      );
      assert.deepEqual(readdirSync(added()), ['a']);
      assert.equal(textOf('a/example.com_lamps.yaml'), 'one\n');
    }
    assert.equal(readFileSync(join(folder, '.kubecompat.lock'), 'utf8'), written.text);
  });

  it('stay unchanged if a file cannot be written', () => {
    const open = writeEntry(openLock(folder), 'a', source, [definition('example.com_lamps.yaml', 'one\n')]);
    const twice = [definition('example.com_lamps.yaml', 'two\n'), definition('example.com_lamps.yaml', 'two\n')];
    assert.throws(() => writeEntry(open, 'a', source, twice), SourceProblem);
    assert.deepEqual(readdirSync(added()), ['a']);
    assert.equal(textOf('a/example.com_lamps.yaml'), 'one\n');
  });

  it('are never written through a link that leads out of the workspace', () => {
    const outside = mkdtempSync(join(tmpdir(), 'kubecompat-outside-'));
    try {
      symlinkSync(outside, join(folder, '.kubecompat'));
      assert.throws(
        () => writeEntry(openLock(folder), 'a', source, [definition('example.com_lamps.yaml', 'one\n')]),
        /leads out of the workspace/,
      );
      assert.deepEqual(readdirSync(outside), []);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('keep other entries of .gitignore', () => {
    mkdirSync(join(folder, '.kubecompat'));
    writeFileSync(join(folder, '.kubecompat/.gitignore'), '# ours\nlive/\n');
    const open = writeEntry(openLock(folder), 'a', source, [definition('example.com_lamps.yaml', 'one\n')]);
    assert.equal(readFileSync(join(folder, '.kubecompat/.gitignore'), 'utf8'), '# ours\nlive/\n');
    writeEntry(open, 'a', undefined, []);
    assert.deepEqual(readdirSync(folder), ['.kubecompat']);
  });
});
