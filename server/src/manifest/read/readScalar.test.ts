import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonical } from '../../../../test/support/canonical.ts';
import { yamlText } from '../../../../test/support/yamlText.ts';
import { locate } from '../lookup.ts';
import { readManifest } from './readManifest.ts';
import { readYamlIn } from './readScalar.ts';

/** The content of the string at a path of a text's first document: values as JSON, problems as `!`. */
function contentOf(text: string, path: string): readonly string[] | undefined {
  const root = readManifest(text).documents[0]?.root;
  const node = root && locate(root, path).node;
  assert.ok(node?.kind === 'scalar', path);
  return readYamlIn(text, node)?.map((document) => (document.problems.length > 0 ? '!' : canonical(document.root)));
}

describe('readYamlIn', () => {
  it('reads a literal scalar at any position', () => {
    let compared = 0;
    fc.assert(
      fc.property(yamlText, fc.constantFrom('|', '|-', '|+'), (inner, header) => {
        // Exceptions of literal scalars: leading blanks of the first line, and trailing blank lines.
        const lines = inner.replace(/\r\n?/g, '\n').trimEnd().split('\n');
        if (/^\s/.test(lines.find((line) => line.trim() !== '') ?? ' ')) return;
        const text = `a:\n  - b: ${header}\n${lines.map((line) => (line === '' ? '' : `      ${line}`)).join('\n')}\n    c: 1\n`;
        const node = locate(readManifest(text).documents[0]?.root ?? assert.fail(text), 'a[0].b').node;
        if (node.kind !== 'scalar' || typeof node.value !== 'string') return;
        const alone = readManifest(node.value).documents;
        const documents = readYamlIn(text, node) ?? assert.fail(text);
        if (alone.some(({ problems }) => problems.length > 0)) return;
        assert.deepEqual(
          documents.map(({ root }) => canonical(root)),
          alone.map(({ root }) => canonical(root)),
        );
        compared++;
      }),
      { numRuns: 500, seed: 7 },
    );
    assert.ok(compared > 100, `only ${compared} compared`);
  });

  it('splits only at separators of its indentation', () => {
    const text = 'a: |\n  x: |\n    ---\n  ---\n  # nothing\n  --- \n  z: 1\n';
    assert.deepEqual(contentOf(text, 'a'), ['{"x":"---\\n"}', '{"z":1}']);
  });

  it('reads a quoted text on one line unchanged', () => {
    assert.deepEqual(contentOf(`a: '{"x": 1}'\n`, 'a'), ['{"x":1}']);
    assert.deepEqual(contentOf("a: '[1, 2]'\n", 'a'), ['[1,2]']);
  });

  it('does not read values whose text differs from their meaning', () => {
    assert.equal(contentOf('a: "x: 1\\ny: 2"\n', 'a'), undefined);
    assert.equal(contentOf("a: 'x: ''1'''\n", 'a'), undefined);
    assert.equal(contentOf('a: "[1, 2]"\n', 'a'), undefined);
    assert.equal(contentOf('a: >\n  x: 1\n', 'a'), undefined);
  });
});
