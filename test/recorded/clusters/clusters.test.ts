import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readRecording } from '../../harness/recordings.ts';
import { type AskedFile, type AskedTool, differenceOf } from './compare.ts';

const recordings = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.gz'));

describe('what tools make of the files that describe clusters', () => {
  it('is recorded of several tools', () => assert.ok(recordings.length >= 3));

  for (const name of recordings) {
    const { head, rows } = readRecording<AskedFile, AskedTool>(new URL(name, import.meta.url));
    it(`is what is read of ${head.modules.join(', ')}`, () => {
      assert.ok(rows.length >= 200);
      assert.ok(rows.some(({ flags }) => flags !== undefined) && rows.some(({ refused }) => refused !== undefined));
      const differing = rows.flatMap((row) => {
        const difference = differenceOf(row, head);
        return difference === undefined ? [] : [{ difference, ...row }];
      });
      assert.deepEqual(differing.slice(0, 3), []);
    });
  }
});
