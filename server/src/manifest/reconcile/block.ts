import type { TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import type { MapEntry, Node } from '../node.ts';
import { type Child, type Source, uncertain } from './source.ts';
import type { TextReuse } from './textReuse.ts';

/** Texts of a block, each starting a line; their further lines are already indented. */
export type Texts = readonly string[];

/** The changes to the members of a block collection. */
export interface BlockChange {
  readonly node: Node;
  /** The column of the block. */
  readonly column: number;
  readonly children: readonly Child[];
  /** Removed members, with their replacements. */
  readonly removed: ReadonlyMap<number, Texts>;
  /** Texts to insert after a member; -1 for the front. */
  readonly after: ReadonlyMap<number, Texts>;
  /** Whether the comments above a removed member move with it. */
  readonly isTaken: (index: number) => boolean;
}

/** Texts of a block at a column; the first one is already in place. */
export function joinAt(texts: Texts, column: number, lineBreak: string): string {
  const [first = '', ...others] = texts;
  // By concatenation, since joining would copy long texts.
  const between = lineBreak + ' '.repeat(column);
  return others.reduce((text, next) => text + between + next, first);
}

/** Texts of a block at a column, from a line's start. */
export function linesAt(texts: Texts, column: number, lineBreak: string): string {
  return ' '.repeat(column) + joinAt(texts, column, lineBreak);
}

/** Adds the edits that take members of a block collection out, with their lines, and put lines in. No comment is lost. */
export function arrangeBlock(source: Source, reuse: TextReuse, change: BlockChange, out: TextEdit[]): void {
  const { node, column, children, removed, after } = change;
  const [first] = children;
  const front = after.get(-1) ?? [];
  if (first === undefined) {
    // It contains only a merge key.
    const end = source.bodyEnd({ end: node.end, value: node, alias: false });
    out.push({ span: { start: end, end }, newText: joinAt(['', ...front], column, source.lineBreak) });
    return;
  }
  const joined = (texts: Texts) => joinAt(texts, column, source.lineBreak);
  const pad = ' '.repeat(column);
  let from = 0;
  // Lines are removed with the preceding break, so that others can follow; the first ones with the following break.
  let stands = false;
  const ownLine = source.ownLine(first.start);
  if (removed.has(0) && !ownLine) {
    while (removed.has(from)) from++;
    const run = { ...change, children: children.slice(0, from) };
    const { end, lines } = firstRun(source, reuse, run);
    const all = [...front, ...lines];
    const next = source.skip(end, /\s*/y);
    if (all.length === 0 && next >= source.text.length) throw uncertain;
    const span = { start: first.start, end: all.length > 0 ? end : next };
    out.push({ span, newText: joined(all) });
    stands = true;
  } else if (front.length > 0 && !removed.has(0)) {
    out.push({ span: { start: first.start, end: first.start }, newText: `${joined(front)}${source.lineBreak}${pad}` });
  }
  for (let i = from; i < children.length; i++) {
    const child = children[i];
    if (child === undefined) break;
    const lines = after.get(i) ?? [];
    const instead = removed.get(i);
    if (instead === undefined) {
      stands = true;
      if (lines.length === 0) continue;
      const at = source.afterEnd(child, column);
      out.push({ span: { start: at, end: at }, newText: joined(['', ...lines]) });
      continue;
    }
    const span = goneSpan(source, child, change.isTaken(i));
    const loose = commentTexts(source, reuse, child.lead, span, [child]);
    const all = [...(i === 0 ? front : []), ...instead, ...loose, ...lines];
    if (all.length > 0) out.push({ span, newText: linesAt(all, column, source.lineBreak) });
    else out.push({ span: stands ? source.linesBehind(span) : source.linesBefore(span), newText: '' });
    stands ||= all.length > 0;
  }
}

/** Adds the edit that inserts a text after an entry of a block map, or in front with -1; every entry stays. */
export function insertInBlock(
  source: Source,
  column: number,
  entries: readonly MapEntry[],
  behind: number,
  text: string,
  out: TextEdit[],
): void {
  const [first] = entries;
  if (first === undefined) return;
  const { start } = first.keySpan;
  source.ownLine(start);
  const entry = entries[behind];
  const between = source.lineBreak + ' '.repeat(column);
  if (entry === undefined) {
    out.push({ span: { start, end: start }, newText: text + between });
  } else {
    const at = source.afterEnd(source.field(entry, false), column);
    out.push({ span: { start: at, end: at }, newText: between + text });
  }
}

/** The comments between an offset and the end of a span that do not move with anything. */
export function commentTexts(
  source: Source,
  reuse: TextReuse,
  from: number,
  span: Span,
  children: readonly Child[],
): Texts {
  if (reuse.isCarried(span)) return [];
  const comments = source.comments(from, span.end, children);
  return reuse.loose(comments, span).map(({ start, end }) => source.text.slice(start, end));
}

function goneSpan(source: Source, child: Child, isTaken: boolean): Span {
  if (isTaken) return source.extent(child);
  return { start: source.lineStart(child.start), end: source.afterEnd(child) };
}

/** Members removed from a line that begins with a dash, which stays: the next member moves up to it. */
function firstRun(
  source: Source,
  reuse: TextReuse,
  { children, removed, after }: BlockChange,
): { readonly end: number; readonly lines: Texts } {
  const [first] = children;
  const last = children.at(-1);
  if (first === undefined || last === undefined) throw uncertain;
  const end = source.afterEnd(last);
  const lines = children.flatMap((child, index) => {
    const next = children[index + 1];
    const comments = source.comments(child.lead, next?.start ?? end, [child]);
    const loose = reuse.loose(comments, { start: first.start, end });
    const texts = loose.map((comment) => source.text.slice(comment.start, comment.end));
    return [...(removed.get(index) ?? []), ...texts, ...(after.get(index) ?? [])];
  });
  return { end, lines };
}
