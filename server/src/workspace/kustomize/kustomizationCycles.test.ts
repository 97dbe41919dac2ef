import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KustomizationCycles } from './kustomizationCycles.ts';

describe('cycles of kustomizations', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kubecompat-circles-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** `folder: the name that closes a cycle`, for folders and the names they contain. */
  function closing(graph: Readonly<Record<string, readonly string[]>>): readonly string[] {
    for (const name of Object.keys(graph)) mkdirSync(join(root, name), { recursive: true });
    let reads = 0;
    const cycles = new KustomizationCycles((folder) => {
      reads++;
      const named = graph[folder.slice(root.length + 1)];
      const files = (named ?? []).map((name) => join(root, name));
      return named === undefined ? undefined : { files, local: named, built: files };
    });
    const found = Object.keys(graph).flatMap((name) =>
      cycles.closingAt(join(root, name)).map((base) => `${name}: ${base}`),
    );
    assert.ok(reads <= 2 * Object.keys(graph).length, 'each kustomization is read a bounded number of times');
    return found;
  }

  it('are reported once, where they return to the first kustomization by name', () => {
    assert.deepEqual(closing({ a: ['b'], b: ['c'], c: ['a'] }), ['c: a']);
    assert.deepEqual(closing({ x: ['c'], c: ['b'], b: ['c'] }), ['c: b']);
  });

  it('are reported for each kustomization that leads back to the first', () => {
    assert.deepEqual(closing({ a: ['b', 'c'], b: ['a'], c: ['a'] }), ['b: a', 'c: a']);
  });

  it('are not reported if two kustomizations have the same base', () => {
    assert.deepEqual(closing({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }), []);
  });

  it('are reported for a folder with itself and with its parent', () => {
    assert.deepEqual(closing({ a: ['a'], b: [], 'b/c': ['b'] }), ['a: a', 'b/c: b']);
  });

  it('are found in complete graphs', () => {
    const names = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(2, '0')}`);
    const graph = Object.fromEntries(names.map((name) => [name, names.filter((other) => other !== name)]));
    assert.equal(closing(graph).length, 59);
  });
});
