import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'found');

/** Texts that once failed, by the name of the subject. */
export function foundTexts(subject: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${subject}-`))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

/** Stores a failing text, so that `npm test` includes it. Returns the path of the file. */
export function storeFailure(subject: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${subject}-${createHash('sha256').update(text).digest('hex').slice(0, 10)}.txt`);
  writeFileSync(file, text);
  return file;
}
