import assert from 'node:assert/strict';
import { applyEdits } from '../../text/edit.ts';
import { entryFor } from '../node.ts';
import { readManifest } from '../read/readManifest.ts';
import { replaceScalar } from './replaceScalar.ts';

function replaced(text: string, value: string): string {
  const root = readManifest(text).documents[0]?.root;
  assert(root?.kind === 'map');
  const node = entryFor(root, 'a')?.value;
  assert(node?.kind === 'scalar');
  const edit = replaceScalar(node, value);
  assert(edit !== undefined);
  return applyEdits(text, [edit]) ?? '';
}

describe('replaceScalar', () => {
  it('keeps the existing quotes', () => {
    assert.equal(replaced('a: x # c\n', 'apps/v1'), 'a: apps/v1 # c\n');
    assert.equal(replaced(`a: 'x'\n`, "it's"), `a: 'it''s'\n`);
    assert.equal(replaced('{"a": "x"}', 'apps/v1'), '{"a": "apps/v1"}');
  });

  it('quotes values that would have another type without quotes', () => {
    assert.equal(replaced('a: x\n', 'yes'), 'a: "yes"\n');
    assert.equal(replaced('a: x\n', '1.20'), 'a: "1.20"\n');
  });
});
