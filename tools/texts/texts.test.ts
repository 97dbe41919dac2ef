import assert from 'node:assert/strict';
import { checkCodes } from '../../server/src/checks/checkCodes.ts';
import { titleProblems, unnatural } from '../../test/harness/wording.ts';
import { allTexts } from './collect.ts';
import { headingsOf, textsOfJson, textsOfModule } from './texts.ts';

describe('texts that users read', () => {
  it('are literals, templates and concatenations of a module, with what they are given to', () => {
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

  it('are shown keys of JSON, and headings of pages', () => {
    const json = '{ "a": { "title": "Show the report",\n "id": "not shown here" } }';
    assert.deepEqual(
      textsOfJson('a.json', json, (key) => key === 'title'),
      [{ location: 'a.json:1', role: 'a.title', text: 'Show the report' }],
    );
    assert.deepEqual(headingsOf('a.md', 'text\n## How to fix\n#### deeper'), [
      { location: 'a.md:2', role: 'heading', text: 'How to fix' },
    ]);
  });

  it('are natural technical English', () => {
    const texts = allTexts();
    assert.ok(texts.length > 3000);
    assert.deepEqual(
      texts.flatMap(({ location, role, text }) =>
        othersWords.test(`${location} ${role}`) ? [] : unnatural(text).map((problem) => `${location} ${problem}`),
      ),
      [],
    );
  });

  it('have titles of at most 60 characters with a capital first', () => {
    assert.deepEqual(
      [...checkCodes.values()].flatMap(({ title }) => titleProblems(title)),
      [],
    );
    assert.deepEqual(
      allTexts().flatMap(({ location, role, text }) =>
        /crd\/evolution\/rules/.test(location) && role === 'title' ? titleProblems(text) : [],
      ),
      [],
    );
  });

  it('have messages of at most 90 characters, beside what is filled in', () => {
    assert.deepEqual(
      allTexts().flatMap(({ location, role, text }) =>
        role === 'message' &&
        !othersWords.test(location) &&
        !serversMessages.test(location) &&
        text.replaceAll('{…}', '').length > 90
          ? [`${location} ${text}`]
          : [],
      ),
      [],
    );
  });
});

/** Where the texts are Kubernetes' own: they stay as its servers write them. */
const othersWords = /src\/(?:cel|formats)\/|checks\/invalid\/rules|crd\/(?:schema|reviews)\/| errors\.| refusals\./;

/** Checks whose messages are what kube-apiserver answers. */
const serversMessages = /checks\/(?:server-warning|admin-access|admission-plugin\/rules)\//;
