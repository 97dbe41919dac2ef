import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { readFixture } from '../harness/annotations.ts';
import { filesBelow } from '../harness/files.ts';
import { type Broken, breaks } from './breaks.ts';
import { pasted } from './pasted.ts';
import { textsAfterRemedy } from './remedies.ts';
import { sourcesOfManifests } from './sources.ts';
import { strayLines } from './strayLines.ts';

const problemsOf = (text: string) => readManifest(text).documents.flatMap(({ problems }) => problems);

/** A break may need a remedy for each bracket that it leaves open. */
const maxRemedies = 8;

/** The limit of texts that are read to find one that parses. */
const maxTexts = 400;

/** What is wrong with the explanation of a broken text; undefined if nothing is, or if the text is not broken. */
function wrongIn({ text, lines: [first, last] }: Broken): string | undefined {
  const [problem] = problemsOf(text);
  if (problem === undefined) return undefined;
  const line = text.slice(0, problem.span.start).split('\n').length - 1;
  const explanation = `${problem.message}. ${problem.remedy}`;
  if (line < first || line > last) return `line ${line + 1} and not ${first + 1} to ${last + 1}: ${explanation}`;
  const [, opening] = /^the "(.*)" that opens here/.exec(problem.message) ?? [];
  if (opening !== undefined && !(/^[[{]$/.test(opening) && text.charAt(problem.span.start) === opening))
    return explanation;
  return isCured(text) ? undefined : `does not help at line ${line + 1}: ${explanation}`;
}

/** Whether a text parses after its remedies have been followed, one after the other, the likeliest first. */
function isCured(broken: string): boolean {
  const seen = new Set([broken]);
  const cures = (text: string, tries: number): boolean => {
    const [problem] = problemsOf(text);
    if (problem === undefined) return true;
    if (tries === 0) return false;
    const next = textsAfterRemedy(text, problem);
    assert.ok(next !== undefined, `no edit follows the remedy: ${problem.remedy}`);
    const changed = next.filter((candidate) => !seen.has(candidate) && seen.size < maxTexts && seen.add(candidate));
    return (
      changed.some((candidate) => problemsOf(candidate).length === 0) ||
      changed.slice(0, tries === maxRemedies ? 5 : 2).some((candidate) => cures(candidate, tries - 1))
    );
  };
  return cures(broken, maxRemedies);
}

/** The documents of the fixtures, which state the position and the message of each problem. */
function documentsOfFixtures(): readonly string[] {
  const files = filesBelow('server/src/manifest/read/explain/fixtures', /(?<!\.fixed)\.yaml$/);
  return files.flatMap((file) => readFixture(readFileSync(file, 'utf8')).text.split(/^---\n/m));
}

/** How line breaks of a text are changed: all, or every second one. */
const lineBreaks: Readonly<Record<string, (text: string) => string>> = {
  LF: (text) => text,
  'CR LF': (text) => text.replaceAll('\n', '\r\n'),
  mixed: (text) => text.replace(/\n(.*)\n/g, '\r\n$1\n'),
};

/** The limit of texts that are tested for each way to break them, with each line ending. */
const maxOfEach = 6;

describe('broken texts', () => {
  const sources = sourcesOfManifests();
  for (const [name, way] of Object.entries({ ...breaks, ...pasted, ...strayLines })) {
    for (const [turn, lineBreak] of ['\n', '\r\n'].entries()) {
      it(`have an explanation that helps: ${name}, line ending ${JSON.stringify(lineBreak)}`, () => {
        const all = sources.flatMap((source) => [...way(source)]);
        assert.ok(all.length > 0);
        const every = Math.max(1, Math.floor(all.length / maxOfEach));
        // Others with each line break.
        const first = Math.floor((every * turn) / 2);
        const chosen = all.filter((_, index) => index % every === first);
        for (const broken of chosen) {
          const text = broken.text.replaceAll('\n', lineBreak);
          const wrong = wrongIn({ ...broken, text });
          assert.equal(wrong, undefined, `${wrong}\n${text}`);
        }
      });
    }
  }

  for (const [name, change] of Object.entries(lineBreaks)) {
    it(`have a remedy that helps in all fixtures, line endings: ${name}`, () => {
      const open = documentsOfFixtures()
        .map(change)
        .filter((text) => !isCured(text));
      const explained = open.map(
        (text) => `${problemsOf(text).map(({ message, remedy }) => `${message}. ${remedy}`)}\n${text}`,
      );
      assert.deepEqual(explained, []);
    });
  }
});
