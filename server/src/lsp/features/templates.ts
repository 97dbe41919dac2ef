import { type CompletionItem, type Hover, type Location, MarkupKind } from 'vscode-languageserver/node';
import type { ChartTexts } from '../../helm/chartTexts.ts';
import { completeTemplate } from '../../insight/template/completeTemplate.ts';
import { describeTemplateAt } from '../../insight/template/describeTemplate.ts';
import { locateInChart } from '../../insight/template/locateTemplate.ts';
import { LineIndex, type Position } from '../../text/lineIndex.ts';
import { chartTextsAround } from '../../workspace/charts/chartTexts.ts';
import { reportName } from '../../workspace/disk/discover.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { offsetAt } from '../offsetAt.ts';
import { filePathOf, uriOf } from '../uris.ts';

/** The inputs for requests in a template. */
export interface TemplateContext {
  /** The text of an open document. */
  readonly openText: (path: string) => string | undefined;
  /** The folder that files are named from. */
  readonly folder: string;
}

/** The completions in the actions of a template; undefined elsewhere, where the text counts as YAML. */
export function templateCompletion(
  document: JudgedDocument,
  position: Position,
  takes: ClientCompletion,
  { openText }: TemplateContext,
): CompletionItem[] | undefined {
  const { text, lines } = document;
  const chart = chartOf(document, openText);
  const found = chart && completeTemplate(text, offsetAt(lines, position), chart);
  if (found === undefined) return undefined;
  const writing = { range: lines.range(found.word), newline: newlineOf(text), ...takes };
  return [...completionItems(found.suggestions, writing)];
}

/** Describes a word in an action of a template. */
export function templateHover(
  document: JudgedDocument,
  position: Position,
  { openText, folder }: TemplateContext,
): Hover | undefined {
  const { text, lines } = document;
  const chart = chartOf(document, openText);
  const fileName = (path: string) => reportName(path, folder);
  const found = chart && describeTemplateAt(text, offsetAt(lines, position), chart, fileName);
  return found && { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: lines.range(found.span) };
}

/** The definition of a word in an action of a template. */
export function templateDefinition(
  document: JudgedDocument,
  position: Position,
  { openText }: TemplateContext,
): Location[] {
  const { text, lines } = document;
  const chart = chartOf(document, openText);
  const found = chart === undefined ? [] : locateInChart(text, offsetAt(lines, position), chart);
  return found.map((fileSpan) => ({
    uri: uriOf(fileSpan.path),
    range: new LineIndex(fileSpan.text).range(fileSpan.span),
  }));
}

function chartOf({ uri, text }: JudgedDocument, openText: TemplateContext['openText']): ChartTexts | undefined {
  const path = text.includes('{{') ? filePathOf(uri) : undefined;
  return path === undefined ? undefined : chartTextsAround(path, openText);
}
