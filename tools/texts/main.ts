import { allTexts } from './collect.ts';

/** Prints every text that users read, with its place: `npm run texts`, or with words that the place or role has. */
const words = process.argv.slice(2);
const texts = allTexts().filter(({ location, role }) => words.every((word) => `${location} ${role}`.includes(word)));
for (const { location, role, text } of texts) {
  process.stdout.write(`${location}\t${role}\t${JSON.stringify(text).slice(1, -1)}\n`);
}
process.stderr.write(`${texts.length} texts\n`);
