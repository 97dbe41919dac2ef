import { parseArgs } from 'node:util';
import { allTexts, isOwnText } from './collect.ts';
import { longestSentences } from './longest.ts';

/**
 * Prints every user-visible text with its place: `npm run texts`, or those whose place, role or text contains each of
 * the arguments. `--longest N` prints our longest sentences instead, with their numbers of words. The counts go to stderr.
 */
// A reader such as head ends early.
process.stdout.on('error', () => process.exit());

const options = { longest: { type: 'string' }, help: { type: 'boolean' } } as const;
const { values, positionals: words } = parseArgs({ options, allowPositionals: true });
if (values.help === true) {
  process.stdout.write('usage: npm run texts -- [WORDS…] [--longest N]\n');
  process.exit(0);
}
const texts = allTexts().filter(({ location, role, text }) =>
  words.every((word) => `${location} ${role} ${text}`.includes(word)),
);
if (values.longest === undefined) {
  for (const { location, role, text } of texts) print(location, role, JSON.stringify(text).slice(1, -1));
} else {
  const limit = Number(values.longest);
  if (!Number.isInteger(limit) || limit < 1) throw new Error('--longest takes a number of sentences, such as 20');
  for (const { location, role, sentence, words: count } of longestSentences(texts.filter(isOwnText), limit)) {
    print(String(count), location, role, sentence);
  }
}
const files = new Set(texts.map(({ location }) => location.slice(0, location.lastIndexOf(':'))));
const distinct = new Set(texts.map(({ text }) => text));
process.stderr.write(`${texts.length} texts, ${distinct.size} different ones, in ${files.size} files\n`);

function print(...columns: readonly string[]): void {
  process.stdout.write(`${columns.join('\t')}\n`);
}
