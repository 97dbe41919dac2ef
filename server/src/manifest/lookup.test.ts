import assert from 'node:assert/strict';
import { deepestAt, locate, pathSteps } from './lookup.ts';
import { readManifest } from './read/readManifest.ts';

const text = 'a:\n  b.c/d: 1\n  e:\n  - f: x\n    g: [y, z]\nh: {i: j}\n';
const root = readManifest(text).documents[0]?.root;
assert.ok(root !== undefined);

describe('locate', () => {
  const at = (path: string) => {
    const { node, key, exact } = locate(root, path);
    return [text.slice(node.start, node.end), text.slice(key.start, key.end), exact];
  };
  it('finds values by their path, with the key that names them', () => {
    assert.deepEqual(at('a.e[0].f'), ['x', 'f', true]);
    assert.deepEqual(at('a[b.c/d]'), ['1', 'b.c/d', true]);
    assert.deepEqual(at('a.e[0].g[1]'), ['z', 'z', true]);
    assert.deepEqual(at('h.i'), ['j', 'i', true]);
  });
  it('falls back to the nearest ancestor', () => {
    assert.deepEqual(at('a.e[0].none.deeper'), ['f: x\n    g: [y, z]', 'f: x\n    g: [y, z]', false]);
    assert.deepEqual(at('h.none'), ['{i: j}', 'h', false]);
    assert.deepEqual(at('none').slice(1), ['a', false]);
  });
  it('returns the first key for the resource itself', () => {
    assert.deepEqual(at('').slice(1), ['a', true]);
  });
  it('reads a path step by step', () => {
    assert.deepEqual(pathSteps('spec.containers[0].env[A.B/c].name'), [
      'spec',
      'containers',
      '0',
      'env',
      'A.B/c',
      'name',
    ]);
  });
});

describe('deepestAt', () => {
  it('finds the value or key under the cursor', () => {
    assert.deepEqual(deepestAt(root, text.indexOf('z')).path, ['a', 'e', 0, 'g', 1]);
    const onKey = deepestAt(root, text.indexOf('f:'));
    assert.deepEqual([onKey.path, onKey.onKey?.key], [['a', 'e', 0, 'f'], 'f']);
    assert.deepEqual(deepestAt(root, text.length).path, []);
  });
});
