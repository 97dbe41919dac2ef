import assert from 'node:assert/strict';
import { entryFor } from './node.ts';
import { readManifest } from './read/readManifest.ts';
import { spanWithin } from './scalarSpan.ts';

/** The marked text for a problem that starts at `part` in the value of `a`. */
function marked(text: string, part: string): string {
  const root = readManifest(text).documents[0]?.root;
  const node = root?.kind === 'map' ? entryFor(root, 'a')?.value : undefined;
  assert.ok(node?.kind === 'scalar' && typeof node.value === 'string', text);
  const { start, end } = spanWithin(text, node, node.value.indexOf(part));
  return text.slice(start, end);
}

describe('positions within scalars', () => {
  it('are the word that begins at them, in plain and quoted text', () => {
    for (const text of ['a: one two three', "a: 'one two three'", 'a: "one two three"', '{"a":"one two three"}']) {
      assert.equal(marked(text, 'two'), 'two');
    }
    assert.equal(marked("a: 'it''s two'", 'two'), 'two');
  });

  it('are found in the lines of a block scalar with any indentation', () => {
    assert.equal(marked('a: |\n    one\n      two three\n\n    four\nb: 1\n', 'two'), 'two');
    assert.equal(marked('a: |-\n  one\n\n  four\n', 'four'), 'four');
    assert.equal(marked('a: |\r\n  one\r\n  two three\r\n', 'three'), 'three');
  });

  it('include the name after a dot, and are the name before a parenthesis', () => {
    assert.equal(marked('a: x.name', '.name'), '.name');
    assert.equal(marked('a: x.?name', '.?name'), '.?name');
    assert.equal(marked('a: x.size(1)', '(1)'), 'size');
    assert.equal(marked('a: (1)', '(1)'), '(');
  });

  it('are the whole scalar if it is folded or has escapes', () => {
    assert.equal(marked('a: >\n  one\n  two\n', 'two'), '>\n  one\n  two\n'.trimEnd());
    assert.equal(marked('a: "o\\u006ee two"', 'two'), '"o\\u006ee two"');
  });
});
