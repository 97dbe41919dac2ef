import assert from 'node:assert/strict';
import { checkCodes } from '../../server/src/checks/checkCodes.ts';
import { titleProblems, unnatural } from '../../test/harness/wording.ts';
import { allTexts, isOwnText } from './collect.ts';
import { longestSentences } from './longest.ts';
import { textsOfJson, textsOfModule, textsOfPage, type UserText } from './texts.ts';

describe('texts that users read', () => {
  let texts: readonly UserText[] = [];
  before(() => {
    texts = allTexts();
  });

  it('include literals, templates and concatenations of a module, with their roles', () => {
    const content = [
      "import { a } from 'some module';",
      "const remedy = 'Remove the ' + name + ' here.';",
      `tell({ message: \`the \${kind === 'x' ? 'first one' : kind} is gone\`, code: 'removed-api' });`,
      "throw new UsageError('no path to fix', 'name files or folders');",
    ].join('\n');
    assert.deepEqual(
      textsOfModule('a.ts', content).map(({ location, role, text }) => `${location} ${role}: ${text}`),
      [
        'a.ts:2 remedy: Remove the {…} here.',
        'a.ts:3 message: the {…} is gone',
        'a.ts:3 message: first one',
        'a.ts:4 UsageError(): no path to fix',
        'a.ts:4 UsageError(): name files or folders',
      ],
    );
  });

  it('include values of keys in JSON', () => {
    const json = '{ "a": { "title": "Show the report",\n "id": "not shown here" } }';
    assert.deepEqual(
      textsOfJson('a.json', json, (keys) => keys.at(-1) === 'title'),
      [{ location: 'a.json:1', role: 'a.title', text: 'Show the report' }],
    );
  });

  it('include headings, paragraphs, list items and cells of pages, without code', () => {
    const page = ['text', '## How to fix', '```', 'code', '```', '- An [item](a.md)', '| a | b |', '|---|---|'].join(
      '\n',
    );
    assert.deepEqual(
      textsOfPage('a.md', page).map(({ location, role, text }) => `${location} ${role}: ${text}`),
      ['a.md:1 page: text', 'a.md:2 heading: How to fix', 'a.md:6 page: An [item]', 'a.md:7 page: a', 'a.md:7 page: b'],
    );
  });

  it('are natural technical English', () => {
    assert.ok(texts.length > 3000);
    assert.deepEqual(
      texts
        .filter(isOwnText)
        .flatMap(({ location, text }) => unnatural(text).map((problem) => `${location} ${problem}`)),
      [],
    );
  });

  it('have sentences of at most 30 words', () => {
    const [longest] = longestSentences(
      texts.filter((text) => isOwnText(text) && text.role !== 'page'),
      1,
    );
    assert.ok(longest !== undefined && longest.words > 20);
    assert.ok(longest.words <= 30, `${longest.location}: ${longest.words} words: ${longest.sentence}`);
  });

  it('are counted by their words, sentence by sentence', () => {
    const at = { location: 'a.ts:1', role: 'why' };
    const two = [
      { ...at, text: 'Use apps/v1. The server 1.37 no longer serves {…}!' },
      { ...at, text: 'Use apps/v1.' },
    ];
    assert.deepEqual(
      longestSentences(two, 5).map(({ words, sentence }) => `${words} ${sentence}`),
      ['6 The server 1.37 no longer serves {…}!', '2 Use apps/v1.'],
    );
    assert.equal(longestSentences(two, 1).length, 1);
  });

  it('have titles of at most 60 characters with a capital first', () => {
    assert.deepEqual(
      [...checkCodes.values()].flatMap(({ title }) => titleProblems(title)),
      [],
    );
    assert.deepEqual(
      texts.flatMap(({ location, role, text }) =>
        /crd\/evolution\/rules/.test(location) && role === 'title' ? titleProblems(text) : [],
      ),
      [],
    );
  });

  it('have messages of at most 90 characters, without inserted values', () => {
    assert.deepEqual(
      texts.flatMap((found) => {
        const { location, role, text } = found;
        return role === 'message' &&
          isOwnText(found) &&
          !serversMessages.test(location) &&
          text.replaceAll('{…}', '').length > 90
          ? [`${location} ${text}`]
          : [];
      }),
      [],
    );
  });
});

/** Checks and answers with kube-apiserver's messages. */
const serversMessages =
  /checks\/(?:server-warning|admin-access|admission-plugin\/rules)\/|serve\/(?:apply|deletes|writes)\//;
