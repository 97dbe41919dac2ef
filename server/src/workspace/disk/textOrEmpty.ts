import { readText } from './readFile.ts';

/** The text of a file; empty if it cannot be read. */
export function textOrEmpty(path: string): string {
  const content = readText(path);
  return content.ok ? content.text : '';
}
