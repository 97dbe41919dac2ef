import { type CompletionItem, type Hover, MarkupKind } from 'vscode-languageserver/node';
import { checkCodes } from '../../checks/checkCodes.ts';
import { escaped } from '../../insight/markdown.ts';
import { suggestCodes, suppressedCodeAt } from '../../insight/suppressedCode.ts';
import type { Position } from '../../text/lineIndex.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';

const titles: ReadonlyMap<string, string> = new Map([...checkCodes].map(([code, { title }]) => [code, title]));

/** Describes a code in a suppression comment. */
export function suppressionHover({ text, lines }: JudgedDocument, position: Position): Hover | undefined {
  const at = suppressedCodeAt(text, offsetAt(lines, position));
  const code = at === undefined ? '' : text.slice(at.word.start, at.word.end);
  const title = titles.get(code);
  if (at === undefined || title === undefined) return undefined;
  const value = `**${code}**: ${escaped(title)}`;
  return { contents: { kind: MarkupKind.Markdown, value }, range: lines.range(at.word) };
}

/** The codes that a comment can ignore. */
export function suppressionCompletion(
  { text, lines, diagnosed }: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
): readonly CompletionItem[] {
  const at = suppressedCodeAt(text, offsetAt(lines, position));
  if (at === undefined) return [];
  const found = new Set(diagnosed.map(({ diagnostic }) => String(diagnostic.code)));
  const writing = { range: lines.range(at.word), newline: newlineOf(text), ...takes };
  return completionItems(suggestCodes(at, titles, found), writing);
}
