import assert from 'node:assert/strict';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { type Broken, breaks } from './breaks.ts';
import { pasted } from './pasted.ts';
import { followed } from './remedies.ts';
import { sourcesOfManifests } from './sources.ts';

const problemsOf = (text: string) => readManifest(text).documents.flatMap(({ problems }) => problems);

/** A break may need a remedy for each bracket that it leaves open. */
const mostRemedies = 8;

/** What is wrong with what is said of a broken text; undefined where nothing is, or where the text is not broken. */
function wrongIn({ text, lines: [first, last] }: Broken): string | undefined {
  const [problem] = problemsOf(text);
  if (problem === undefined) return undefined;
  const line = text.slice(0, problem.span.start).split('\n').length - 1;
  const said = `${problem.message}. ${problem.remedy}`;
  if (line < first || line > last) return `line ${line + 1} and not ${first + 1} to ${last + 1}: ${said}`;
  const [, opening] = /^the "(.*)" that opens here/.exec(problem.message) ?? [];
  if (opening !== undefined && !(/^[[{]$/.test(opening) && text.charAt(problem.span.start) === opening)) return said;
  return isCured(text, mostRemedies) ? undefined : `does not help at line ${line + 1}: ${said}`;
}

/** Whether a text is read after somebody has followed what is said of it, again and again. */
function isCured(text: string, remedies: number): boolean {
  const [problem] = problemsOf(text);
  if (problem === undefined) return true;
  const next = remedies === 0 ? [] : followed(text, problem);
  assert.ok(next !== undefined, `nobody knows how to follow: ${problem.remedy}`);
  const changed = next.filter((one) => one !== text);
  return (
    changed.some((one) => problemsOf(one).length === 0) ||
    changed.slice(0, remedies === mostRemedies ? 5 : 2).some((one) => isCured(one, remedies - 1))
  );
}

/** How many texts of each way to break them are looked at, out of all of them. */
const mostOfEach = 12;

describe('broken texts', () => {
  const sources = sourcesOfManifests();
  for (const [name, way] of Object.entries({ ...breaks, ...pasted })) {
    for (const lineBreak of ['\n', '\r\n']) {
      it(`${name}, lines that end in ${JSON.stringify(lineBreak)}`, () => {
        const all = sources.flatMap((source) => [...way(source)]);
        assert.ok(all.length > 0);
        const every = Math.max(1, Math.floor(all.length / mostOfEach));
        const chosen = all.filter((_, index) => index % every === 0);
        for (const broken of chosen) {
          const text = broken.text.replaceAll('\n', lineBreak);
          const wrong = wrongIn({ ...broken, text });
          assert.equal(wrong, undefined, `${wrong}\n${text}`);
        }
      });
    }
  }
});
