import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Node } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { chainOf, type OutlinePosition } from './outline.ts';
import { outlinePositionAt } from './outlinePosition.ts';

const checks = join(import.meta.dirname, '..', 'checks');

/** The annotated manifests of the checks, valid and invalid. */
function fixtures(): readonly string[] {
  return readdirSync(checks, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(checks, name), 'utf8'));
}

interface Key {
  readonly offset: number;
  readonly path: string;
}

/** All keys that the reader finds, with their paths. */
function* keysOf(node: Node, path: readonly (string | number)[]): Iterable<Key> {
  if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) yield* keysOf(item, [...path, index]);
  }
  if (node.kind !== 'map') return;
  for (const { key, keySpan, value, alias, merged } of node.entries) {
    if (merged === true) continue;
    // In front of the closing quote, if there is one.
    yield { offset: keySpan.end - 1, path: [...path, key].join('/') };
    if (alias === undefined) yield* keysOf(value, [...path, key]);
  }
}

function pathOf({ slot, container, word }: OutlinePosition): string {
  const steps = chainOf(container)
    .slice(1)
    .map(({ step }) => step);
  return slot === 'key' ? [...steps, word.text].join('/') : `value in ${steps.join('/')}`;
}

describe('outlinePositionAt', () => {
  it('finds every key of a readable document at the same path as the reader', () => {
    let compared = 0;
    for (const text of fixtures()) {
      // Keys that are numbers or booleans read as others than they are written.
      if (/[&*?]\w|\{\{|changed-key/.test(text)) continue;
      const keys = readManifest(text).documents.flatMap(({ root, problems }) =>
        root === undefined || problems.length > 0 ? [] : [...keysOf(root, [])],
      );
      for (const { offset, path } of keys.filter((_, index) => index % 3 === 0)) {
        const position = outlinePositionAt(text, offset);
        assert.equal(position && pathOf(position), path, `${path} in\n${text}`);
        compared++;
      }
    }
    assert.ok(compared > 1000, `only ${compared} keys`);
  });

  it('returns a position for every offset of any text', () => {
    const piece = fc.constantFrom(
      '\\',
      'a:',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '- ',
      '-',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      "'",
      'b',
      '|',
      '#',
      ':',
      '---',
      '{{',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(60), (pieces, at) => {
        const text = pieces.join('');
        const offset = Math.min(at, text.length);
        const position = outlinePositionAt(text, offset);
        if (position === undefined) return;
        assert.ok(
          position.word.start <= offset && offset <= position.word.end,
          JSON.stringify({ text, offset, word: position.word }),
        );
        assert.ok(!/[\r\n]/.test(text.slice(position.word.start, position.word.end)));
      }),
      { numRuns: 2000 },
    );
  });
});
