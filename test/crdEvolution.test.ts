import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { serverPropertiesAt } from '../server/src/checks/crd-evolution/serverProperties.ts';
import { definitionsIn } from '../server/src/crd/definitionList.ts';
import { compareDefinitions } from '../server/src/crd/evolution/compare.ts';
import { evolutionRules } from '../server/src/crd/evolution/registry.ts';
import { LineIndex } from '../server/src/text/lineIndex.ts';
import { type Expectation, readFixture } from './harness/annotations.ts';
import { surfaceOf } from './harness/surfaces.ts';
import { wordingProblems } from './harness/wording.ts';

// A fixture has an old and a new definition, and annotations about what the change breaks. UPDATE=1 rewrites
// the annotations; review the result.
const folder = new URL('../server/src/crd/evolution/fixtures/', import.meta.url);
const update = process.env['UPDATE'] === '1';

describe('evolution of CustomResourceDefinitions', () => {
  const seen = new Map<string, ReadonlySet<string>>();

  for (const name of readdirSync(folder)) {
    it(name, () => {
      const source = readFileSync(new URL(name, folder), 'utf8');
      const { text, expected } = readFixture(source);
      const found = changesOf(text);
      seen.set(name, new Set(found.map(({ code }) => code)));
      if (update) writeFileSync(new URL(name, folder), annotated(text, found));
      else assert.deepEqual(found.map(shown).sort(), withMessages(expected, found).map(shown).sort());
    });
  }

  it('has a fixture that reports and one that does not for every rule', () => {
    for (const { code } of evolutionRules) {
      const name = code.replace(/^crd-/, '');
      assert.ok(seen.get(`${name}.fires.yaml`)?.has(code), `${name}.fires.yaml shows ${code}`);
      assert.equal(seen.get(`${name}.silent.yaml`)?.has(code), false, `${name}.silent.yaml is without ${code}`);
    }
  });
});

function changesOf(text: string): readonly Expectation[] {
  const [before, after, ...others] = definitionsIn(text, 'fixture.yaml');
  assert.ok(before !== undefined && after !== undefined && others.length === 0, 'two definitions');
  const index = new LineIndex(text);
  return compareDefinitions(before, after, serverPropertiesAt(surfaceOf('1.37'))).map(
    ({ rule, severity, span, message }) => {
      assert.deepEqual(wordingProblems({ ...rule, message, fixes: () => [] }), []);
      const { start, end } = index.range(span);
      return { line: start.line, start: start.character, end: end.character, severity, code: rule.code, message };
    },
  );
}

/** Annotations can have a part of the message. */
function withMessages(expected: readonly Expectation[], found: readonly Expectation[]): readonly Expectation[] {
  return expected.map((wanted) => {
    const match = found.find(
      (expectation) => expectation.code === wanted.code && expectation.message.includes(wanted.message),
    );
    return { ...wanted, message: match?.message ?? wanted.message };
  });
}

function shown({ line, start, end, severity, code, message }: Expectation): string {
  return `${line + 1}:${start}-${end} ${severity} ${code}: ${message}`;
}

function annotated(text: string, found: readonly Expectation[]): string {
  return text
    .split('\n')
    .flatMap((line, at) => [line, ...found.filter((expectation) => expectation.line === at).map(annotation)])
    .join('\n');
}

function annotation({ start, end, severity, code, message }: Expectation): string {
  if (start === 0) return `# @${start}-${end} ${severity} ${code}: ${message}`;
  return `#${' '.repeat(start - 1)}${'^'.repeat(end - start)} ${severity} ${code}: ${message}`;
}
