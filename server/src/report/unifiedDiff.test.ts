import assert from 'node:assert/strict';
import fc from 'fast-check';
import { unifiedDiff } from './unifiedDiff.ts';

/** Applies a unified diff like `patch`, and checks all context lines. */
function patch(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const after: string[] = [];
  let at = 0;
  const parts = diff.split(/^@@ -(\d+),(\d+) \+\d+,\d+ @@\n/m).slice(1);
  for (let i = 0; i < parts.length; i += 3) {
    const length = Number(parts[i + 1]);
    const start = length === 0 ? Number(parts[i]) : Number(parts[i]) - 1;
    after.push(...lines.slice(at, start));
    at = start;
    for (const [line] of (parts[i + 2] ?? '').matchAll(/[^\n]*\n(?:\\ No newline at end of file\n)?/g)) {
      const text =
        line.endsWith('at end of file\n') && line.includes('\n\\ ')
          ? line.slice(1, line.indexOf('\n\\ '))
          : line.slice(1);
      if (line[0] !== '+') assert.equal(lines[at++], text);
      if (line[0] !== '-') after.push(text);
    }
  }
  return [...after, ...lines.slice(at)].join('');
}

describe('unified diff', () => {
  it('shows a change with three lines around it', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
    assert.equal(
      unifiedDiff('a.yaml', before, before.replace('5', 'five')),
      '--- a/a.yaml\n+++ b/a.yaml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
    );
  });

  it('is empty for equal texts', () => {
    assert.equal(unifiedDiff('a.yaml', 'a\n', 'a\n'), '');
  });

  it('gives the new text if it is applied to the old one', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'end'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(patch(before, unifiedDiff('f', before, after)), after);
      }),
    );
  });
});
