import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Disk } from './disk.ts';

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
  .map((names) => `/${names.join('/')}.yaml`);

describe('the files in memory', () => {
  it('exist in their folders until they are removed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(path, fc.boolean())), (changes) => {
        const disk = new Disk();
        const expected = new Map<string, string>();
        for (const [file, exists] of changes) {
          disk.put(file, exists ? file : undefined);
          if (exists) expected.set(file, file);
          else expected.delete(file);
        }
        assert.deepEqual(filesBelow(disk, '').sort(), [...expected.keys()].sort());
        for (const file of expected.keys()) assert.equal(disk.text(file), file);
      }),
    );
  });

  it('are removed with their folder', () => {
    const disk = new Disk();
    disk.put('/a/b/one.yaml', '1');
    disk.put('/a/two.yaml', '2');
    disk.put('/a/b', undefined);
    assert.deepEqual(filesBelow(disk, ''), ['/a/two.yaml']);
    assert.equal(disk.entry('/a/b/'), undefined);
    assert.equal(disk.entry('/a/'), 'folder');
  });
});

function filesBelow(disk: Disk, folder: string): string[] {
  const names = [...(disk.names(folder === '' ? '/' : folder) ?? [])];
  return names.flatMap(([name, entry]) =>
    entry === 'file' ? [`${folder}/${name}`] : filesBelow(disk, `${folder}/${name}`),
  );
}
