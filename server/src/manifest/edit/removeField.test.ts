import assert from 'node:assert/strict';
import { applyEdits } from '../../text/edit.ts';
import type { MapNode, Node } from '../node.ts';
import { readManifest } from '../read/readManifest.ts';
import { removeField } from './removeField.ts';

function without(text: string, ...path: string[]): string | undefined {
  let node: Node | undefined = readManifest(text).documents[0]?.root;
  let map: MapNode | undefined;
  let last: MapNode['entries'][number] | undefined;
  for (const step of path) {
    if (node?.kind === 'list') node = node.items[Number(step)];
    else if (node?.kind === 'map') {
      map = node;
      last = node.entries.findLast(({ key }) => key === step);
      node = last?.value;
    }
  }
  if (map === undefined || last === undefined) throw new Error('no such entry');
  const edit = removeField(text, map, last);
  return edit === undefined ? undefined : applyEdits(text, [edit]);
}

describe('removeField', () => {
  it('removes whole lines with their trailing comment', () => {
    assert.equal(without('a: 1\nb: 2 # two\nc: 3\n', 'b'), 'a: 1\nc: 3\n');
    assert.equal(without('a: 1\nb:\n  - x\n  - y\n', 'b'), 'a: 1\n');
    assert.equal(without('a: 1\nb:\n', 'b'), 'a: 1\n');
    assert.equal(without('a: 1\r\nb: |\r\n  text\r\nc: 3\r\n', 'b'), 'a: 1\r\nc: 3\r\n');
    assert.equal(without('a: 1\nb: 2', 'b'), 'a: 1\n');
  });

  it('moves the next field behind the dash', () => {
    assert.equal(without('l:\n- a: 1\n  b: 2\n', 'l', '0', 'a'), 'l:\n- b: 2\n');
  });

  it('keeps a field that a later alias names', () => {
    assert.equal(without('a: &x 1\nb: *x\n', 'a'), undefined);
    assert.equal(without('a: {c: &x [1]}\nb: {d: *x}\n', 'a'), undefined);
    assert.equal(without('a: &x 1\nb: "*y"\n', 'a'), 'b: "*y"\n');
  });

  it('removes a field from a flow mapping', () => {
    assert.equal(without('{a: 1, b: 2, c: 3}', 'b'), '{a: 1, c: 3}');
    assert.equal(without('{"a": 1, "b": 2}', 'b'), '{"a": 1}');
  });

  it('removes the later one of two equal keys', () => {
    assert.equal(without('a: 1\nb: 2\na: 1\n', 'a'), 'a: 1\nb: 2\n');
  });

  it('refuses to remove the only field, aliases and merged keys', () => {
    assert.equal(without('m:\n  a: 1\nn: 1\n', 'm', 'a'), undefined);
    assert.equal(without('x: &x {k: 1}\na: *x\n', 'a'), undefined);
  });
});
