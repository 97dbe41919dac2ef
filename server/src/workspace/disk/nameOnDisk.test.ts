import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { pathOnDisk } from './nameOnDisk.ts';

describe('names on disks that ignore case or normalization', () => {
  const root = resolve('/repository');
  const folders: Readonly<Record<string, readonly string[]>> = {
    [root]: ['Base', 'overlay'],
    [join(root, 'Base')]: ['web.yaml', 'WEB.yml', 'cafe\u0301.yaml'],
    [join(root, 'overlay')]: ['kustomization.yaml'],
  };
  const list = (folder: string) => folders[folder] ?? [];
  const spelled = (name: string) => pathOnDisk(join(root, 'overlay'), name, list);

  for (const [name, expected] of [
    ['../Base/web.yaml', 'Base/web.yaml'],
    ['../base/Web.yaml', 'Base/web.yaml'],
    ['../BASE/WEB.yml', 'Base/WEB.yml'],
    ['../Base/caf\u00e9.yaml', 'Base/cafe\u0301.yaml'],
    ['../base/absent.yaml', 'Base/absent.yaml'],
    ['../other/absent.yaml', 'other/absent.yaml'],
    ['.', 'overlay'],
    ['../../outside.yaml', '../outside.yaml'],
  ] as const) {
    it(`are those of the disk: ${name}`, () => assert.equal(spelled(name), resolve(root, expected)));
  }
});
