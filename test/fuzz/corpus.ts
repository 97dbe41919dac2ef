import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../harness/files.ts';

const root = join(import.meta.dirname, '..', '..');

/** In UTF-16 code units; longer files take more time than they are worth. */
const longest = 2_500;

/** The texts of the project's examples below a folder whose paths match: the seeds of mutations. */
export function corpus(folder: string, pattern: RegExp): readonly string[] {
  const texts = filesBelow(join(root, folder), pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.length <= longest);
  if (texts.length === 0) throw new Error(`no examples in ${folder} match ${pattern}`);
  return texts;
}
