import { displayWidth } from '../text/displayWidth.ts';

/** Breaks a sentence into lines of at most `width` terminal cells, at least 20; a longer word gets a separate line. */
export function wrap(sentence: string, width: number | undefined): readonly string[] {
  if (width === undefined) return [sentence];
  const limit = Math.max(20, width);
  const lines: string[] = [];
  let line = '';
  for (const word of sentence.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > limit) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

/** `1 file`, `3 files`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}
