import type { Analysis } from '../judge/analysis.ts';
import type { TextEdit } from '../text/edit.ts';
import { isInText, textNodes } from './comments.ts';
import { suppressionWord } from './suppression.ts';

/** The placeholder for the reason. */
export const openReason = 'say why';

/**
 * The edit that inserts a comment above the line of an offset to ignore findings of `code` there; above the key if the
 * line is inside a text. Undefined if the file format has no comments.
 */
export function addSuppression(
  { manifest: { text, documents }, resources }: Analysis,
  path: string,
  code: string,
  offset: number,
): TextEdit | undefined {
  // A file that begins with an action is a template.
  if (/\.json$/i.test(path) || /^\s*(?:\[|\{(?!\{))/.test(text)) return undefined;
  const texts = textNodes(documents, resources);
  let lineStart = startOfLine(text, offset);
  for (let outerStart = lineStart; isInText(texts, outerStart); outerStart = lineStart) {
    const outer = texts.find(({ start, end }) => start < outerStart && outerStart < end);
    if (outer === undefined) break;
    lineStart = startOfLine(text, outer.start);
    if (lineStart === outerStart) return undefined;
  }
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const newText = `${indent}# ${suppressionWord} ${code}: ${openReason}${lineBreak}`;
  return { span: { start: lineStart, end: lineStart }, newText };
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
