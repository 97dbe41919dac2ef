import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonical } from '../../../../test/support/canonical.ts';
import { yamlText } from '../../../../test/support/yamlText.ts';
import { locate } from '../lookup.ts';
import type { Node } from '../node.ts';
import { readEscaped } from './readEscaped.ts';
import { readManifest } from './readManifest.ts';

/** The scalar at `a` of a text, and its content. */
function contentOf(text: string) {
  const root = readManifest(text).documents[0]?.root;
  const node = root && locate(root, 'a').node;
  assert.ok(node?.kind === 'scalar', text);
  return { node, documents: readEscaped(text, node) };
}

describe('readEscaped', () => {
  it('reads a quoted string with positions within the quotes', () => {
    let compared = 0;
    fc.assert(
      fc.property(yamlText, fc.boolean(), (inner, double) => {
        if (!double && /[\n\r\t]/.test(inner)) return;
        const { node, documents } = contentOf(
          `a: ${double ? JSON.stringify(inner) : `'${inner.replaceAll("'", "''")}'`}\n`,
        );
        if (node.value !== inner) return;
        assert.deepEqual(
          documents?.map(({ root }) => canonical(root)),
          readManifest(inner).documents.map(({ root }) => canonical(root)),
        );
        for (const { root } of documents ?? []) if (root !== undefined) assertWithin(root, node);
        compared++;
      }),
      { numRuns: 500, seed: 7 },
    );
    assert.ok(compared > 100, `only ${compared} compared`);
  });

  it('gives escape sequences their span in the text', () => {
    const text = 'a: "{\\"x\\": \\"\\u0041\\", z: 1}"\n';
    const [document] = contentOf(text).documents ?? [];
    assert.ok(document?.root !== undefined);
    const marked = (path: string) => {
      const { start, end } = locate(document.root ?? assert.fail(), path).node;
      return text.slice(start, end);
    };
    assert.deepEqual(['x', 'z'].map(marked), ['\\"\\u0041\\"', '1']);
  });

  it('does not read strings over several lines and without quotes', () => {
    assert.equal(contentOf('a: "x:\n  1"\n').documents, undefined);
    assert.equal(contentOf('a: x\n').documents, undefined);
  });
});

function assertWithin(node: Node, { start, end }: Node): void {
  assert.ok(start < node.start && node.start <= node.end && node.end < end + 1);
  const below = node.kind === 'map' ? node.entries.map(({ value }) => value) : node.kind === 'list' ? node.items : [];
  for (const child of below) assertWithin(child, { start, end, kind: 'list', items: [], flow: true });
}
