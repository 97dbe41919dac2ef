import type { Analysis } from '../judge/analysis.ts';
import type { TextEdit } from '../text/edit.ts';
import { isInText, textNodes } from './comments.ts';
import { suppressionWord } from './suppression.ts';

/** What stands for the reason until the author has written one. */
export const openReason = 'say why';

/**
 * The edit that puts a comment above the line of an offset, so that findings of `code` there are ignored; above the key
 * where the line is inside a text. Undefined where the file can have no comments.
 */
export function addSuppression(
  { manifest: { text, documents }, resources }: Analysis,
  path: string,
  code: string,
  offset: number,
): TextEdit | undefined {
  // What begins with an action is a template.
  if (/\.json$/i.test(path) || /^\s*(?:\[|\{(?!\{))/.test(text)) return undefined;
  const texts = textNodes(documents, resources);
  let lineStart = startOfLine(text, offset);
  for (let around = lineStart; isInText(texts, around); around = lineStart) {
    const outer = texts.find(({ start, end }) => start < around && around < end);
    if (outer === undefined) break;
    lineStart = startOfLine(text, outer.start);
    if (lineStart === around) return undefined;
  }
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const newText = `${indent}# ${suppressionWord} ${code}: ${openReason}${lineBreak}`;
  return { span: { start: lineStart, end: lineStart }, newText };
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
