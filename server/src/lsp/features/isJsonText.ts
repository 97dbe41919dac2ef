import type { JudgedDocument } from '../judgedDocument.ts';

/** Whether strings and keys of a document need quotes. */
export function isJsonText({ path, text }: Pick<JudgedDocument, 'path' | 'text'>): boolean {
  return path.endsWith('.json') || /^\s*\{\s*(?:"|$)/.test(text);
}
