import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension, Text } from '@codemirror/state';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import type { Position, Range } from '../../../server/src/library/types.ts';
import { htmlOf } from '../html/markdown.ts';
import { offsets } from './offsets.ts';

/** Queries the language server about a position of a text; returns the protocol's answer. */
export type RequestInsight = (
  what: 'textDocument/hover' | 'textDocument/completion',
  text: string,
  position: Position,
) => Promise<unknown>;

/** The used part of a `textDocument/hover` answer. */
interface Hover {
  readonly contents: { readonly value: string };
  readonly range?: Range;
}

/** The used part of a `textDocument/completion` item. */
interface Item {
  readonly label: string;
  readonly sortText?: string;
  readonly filterText?: string;
  readonly detail?: string;
  readonly documentation?: { readonly value: string } | string;
  readonly textEdit?: { readonly newText: string; readonly range: Range };
}

/** Hovers with field descriptions, and completion while typing and by Ctrl+Space. */
export function insight(ask: RequestInsight): Extension {
  return [
    hoverTooltip((view, at) => hoverAt(view, at, ask)),
    autocompletion({ override: [(context) => completionsAt(context, ask)], icons: false }),
  ];
}

async function hoverAt({ state }: EditorView, at: number, ask: RequestInsight): Promise<Tooltip | null> {
  const answer = await ask('textDocument/hover', state.doc.toString(), positionOf(state.doc, at));
  if (!isHover(answer)) return null;
  const { contents, range } = answer;
  const { from, to } = range === undefined ? { from: at, to: at } : offsets(state.doc, range);
  return { pos: from, end: to, above: true, create: () => ({ dom: shown(contents.value) }) };
}

async function completionsAt(context: CompletionContext, ask: RequestInsight): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const word = context.matchBefore(/[\w./-]+/);
  if (!explicit && word === null) return null;
  const answer = await ask('textDocument/completion', state.doc.toString(), positionOf(state.doc, pos));
  const found = itemsOf(answer);
  const [first] = found;
  if (first === undefined) return null;
  const from = first.textEdit === undefined ? (word?.from ?? pos) : offsets(state.doc, first.textEdit.range).from;
  return { from, options: found.map((item, index) => optionOf(item, index, state.doc)), validFor: /^[\w./-]*$/ };
}

function optionOf({ label, detail, documentation, textEdit }: Item, index: number, doc: Text): Completion {
  const text = typeof documentation === 'string' ? documentation : documentation?.value;
  const apply = (view: EditorView, _: Completion, from: number, to: number) => {
    const end =
      textEdit === undefined ? to : Math.max(to, offsets(doc, textEdit.range).to + view.state.doc.length - doc.length);
    const insert = textEdit?.newText ?? label;
    view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length } });
  };
  return {
    label,
    ...(detail === undefined ? {} : { detail }),
    ...(text === undefined || text === '' ? {} : { info: () => shown(text) }),
    apply,
    // The server knows which come first.
    boost: 99 - Math.min(index, 99),
  };
}

/** Links lead to external pages, which get no referrer. */
function shown(markdown: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'says';
  element.innerHTML = htmlOf(markdown, (href) => (href.startsWith('https://') ? href : undefined));
  for (const link of element.querySelectorAll('a')) Object.assign(link, { target: '_blank', rel: 'noreferrer' });
  return element;
}

function positionOf(doc: Text, at: number): Position {
  const { number, from } = doc.lineAt(at);
  return { line: number - 1, character: at - from };
}

function isHover(value: unknown): value is Hover {
  if (typeof value !== 'object' || value === null || !('contents' in value)) return false;
  const { contents } = value;
  return typeof contents === 'object' && contents !== null && 'value' in contents && typeof contents.value === 'string';
}

function itemsOf(value: unknown): readonly Item[] {
  if (typeof value === 'object' && value !== null && 'items' in value) return itemsOf(value.items);
  return Array.isArray(value) ? value : [];
}
