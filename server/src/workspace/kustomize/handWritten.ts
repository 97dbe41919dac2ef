import { readText } from '../disk/readFile.ts';
import { statOf } from '../disk/trackedFs.ts';

/** Larger files are not hand-written; in bytes. */
export const largest = 1024 * 1024;

/** Reads the text of a file: that of an open document, or else that on disk. @param path absolute. */
export type ReadText = (path: string) => { readonly ok: true; readonly text: string } | { readonly ok: false };

/** The text of a file that people write; empty for others. */
export function textOf(path: string, read: ReadText = readText): string {
  const found = statOf(path);
  if (found === undefined || !found.isFile() || found.size > largest) return '';
  const content = read(path);
  return content.ok ? content.text : '';
}
