import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLiveTexts } from './liveTexts.ts';

describe('field descriptions of a live cluster', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-texts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are not read from files of another form', () => {
    for (const [index, text] of [
      '',
      '{',
      '{"types":[]}',
      '{"types":{"a":{"b":1}}}',
      '{"types":{"a":null}}',
    ].entries()) {
      const path = join(folder, `${index}.json`);
      writeFileSync(path, text);
      assert.equal(readLiveTexts(path), undefined, text);
    }
    assert.equal(readLiveTexts(join(folder, 'absent.json')), undefined);
  });
});
