import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
} from 'vscode-languageserver/node';
import { prose } from '../insight/markdown.ts';
import { fillStops, type TabStop } from '../insight/skeleton/stops.ts';
import type { Suggestion } from '../insight/suggestion.ts';
import type { Range } from '../text/lineIndex.ts';

/** The completion support of a client. */
export interface ClientCompletion {
  /** Whether it supports snippets. */
  readonly snippets: boolean;
  /** Its command that requests completion again; undefined if it has none. */
  readonly askAgain?: string | undefined;
}

/** Where suggestions are inserted, for which client. */
export interface CompletionWriter extends ClientCompletion {
  /** The replaced range. */
  readonly range: Range;
  readonly newline: string;
}

/** Suggestions in their order as the protocol has them. */
export function completionItems(
  suggestions: readonly Suggestion[],
  writing: CompletionWriter,
): readonly CompletionItem[] {
  return suggestions.map((suggestion, index) => toItem(suggestion, index, writing));
}

/** The line break that a text uses. */
export function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

const kinds: Readonly<Record<Suggestion['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  'api-version': CompletionItemKind.Module,
  kind: CompletionItemKind.Class,
  object: CompletionItemKind.Snippet,
  flag: CompletionItemKind.Property,
  setting: CompletionItemKind.Property,
  version: CompletionItemKind.Constant,
  name: CompletionItemKind.Reference,
};

function toItem(
  suggestion: Suggestion,
  index: number,
  { range, newline, snippets, askAgain }: CompletionWriter,
): CompletionItem {
  const { label, pieces, detail, note, deprecated, kind, opensNext, text } = suggestion;
  const beside = note === '' ? firstSentence(text ?? '') : note;
  const asSnippet = snippets && pieces.length > 1;
  const written = asSnippet ? snippetOf(suggestion) : fillStops({ pieces, stops: suggestion.stops ?? [] });
  return {
    label,
    kind: kinds[kind],
    detail: `Kubecompat: ${[detail, note].filter((part) => part !== '').join('; ')}`,
    ...(text === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: prose(text) } }),
    ...(beside === '' ? {} : { labelDetails: { description: beside } }),
    ...(deprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
    sortText: String(index).padStart(5, '0'),
    filterText: label,
    // The lines come with their indentation.
    insertTextMode: InsertTextMode.asIs,
    insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range, newText: written.replaceAll('\n', newline) },
    ...(opensNext === true && askAgain !== undefined ? { command: { title: 'Values', command: askAgain } } : {}),
  };
}

/** What fits beside the label. */
const longestBeside = 80;

/** The purpose in one sentence, without opening the side panel. */
function firstSentence(text: string): string {
  const [sentence = ''] = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.:;])\s/, 1);
  const shown = sentence.replace(/[.:;]$/, '');
  return shown.length > longestBeside ? `${shown.slice(0, longestBeside).trimEnd()}…` : shown;
}

function snippetOf({ pieces, stops = [] }: Suggestion): string {
  return pieces
    .map((piece, index) => {
      const text = piece.replace(/[\\$}]/g, '\\$&');
      return index === pieces.length - 1
        ? text
        : `${text}${stopOf(stops[index] ?? { number: index + 1, values: [''] })}`;
    })
    .join('');
}

/** A tab stop in snippet syntax; stops with the same number repeat the first one. */
function stopOf({ number, values }: TabStop): string {
  const [first, ...others] = values;
  if (others.length > 0) return `\${${number}|${values.map((value) => value.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
  return first === '' ? `\${${number}}` : `\${${number}:${first.replace(/[\\$}]/g, '\\$&')}}`;
}
