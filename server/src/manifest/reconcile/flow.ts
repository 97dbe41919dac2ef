import type { TextEdit } from '../../text/edit.ts';
import type { Node } from '../node.ts';
import { commentTexts } from './block.ts';
import { type Child, type Source, uncertain } from './source.ts';
import type { FlowStyle } from './style.ts';
import type { TextReuse } from './textReuse.ts';

/** The changes to the members of a flow collection. */
export interface FlowChange {
  readonly node: Node;
  /** Members that go, with the members that come in their place. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
  /** Members to insert after a member; -1 for the front. */
  readonly after: ReadonlyMap<number, readonly string[]>;
  readonly style: FlowStyle;
}

/** Adds the edits that take members out of brackets, with their commas, and put members in. No comment is lost. */
export function arrangeFlow(source: Source, reuse: TextReuse, change: FlowChange, out: TextEdit[]): void {
  const { node, removed, after, style } = change;
  const children = source.children(node);
  if (!/^[{[]/.test(source.text.slice(node.start, node.start + 1))) throw uncertain;
  const gap = style.lines === undefined ? style.gap : source.lineBreak + style.lines.pad;
  const [first] = children;
  if (first === undefined) {
    const span = { start: node.start + 1, end: node.end - 1 };
    out.push({ span, newText: fill(source, after.get(-1) ?? [], span, style) });
    return;
  }
  const front = after.get(-1) ?? [];
  if (!removed.has(0) && front.length > 0) {
    out.push({
      span: { start: first.start, end: first.start },
      newText: front.map((member) => `${member},${gap}`).join(''),
    });
  }
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child === undefined) break;
    if (!removed.has(i)) {
      const members = (after.get(i) ?? []).map((member) => `,${gap}${member}`);
      if (members.length > 0) out.push({ span: { start: child.end, end: child.end }, newText: members.join('') });
      continue;
    }
    let last = i;
    const members = i === 0 ? [...front] : [];
    for (; removed.has(last); last++) members.push(...(removed.get(last) ?? []), ...(after.get(last) ?? []));
    out.push(replaceRun(source, reuse, { children, from: i, to: last, members, gap }));
    i = last - 1;
  }
}

interface Run {
  readonly children: readonly Child[];
  /** The members that go: from the first to in front of the last. */
  readonly from: number;
  readonly to: number;
  readonly members: readonly string[];
  readonly gap: string;
}

function replaceRun(source: Source, reuse: TextReuse, { children, from, to, members, gap }: Run): TextEdit {
  const first = children[from];
  const last = children[to - 1];
  const next = children[to];
  const previous = children[from - 1];
  if (first === undefined || last === undefined) throw uncertain;
  let { start } = first;
  let { end } = last;
  if (members.length === 0) {
    if (next !== undefined) end = next.start;
    else if (previous !== undefined) start = previous.end;
    else throw uncertain;
  }
  const span = { start, end };
  const comments = commentTexts(source, reuse, start, span, children.slice(from, to));
  if (comments.length === 0) return { span, newText: members.join(`,${gap}`) };
  const lineBreak = source.lineBreak + source.pad(first.start);
  const space = /\s/.test(source.text.charAt(start - 1)) ? '' : ' ';
  const text = space + comments.join(lineBreak);
  const ends =
    members.length === 0 && next === undefined && /^[ \t]*\r?\n/.test(source.text.slice(end, source.nextLine(end)));
  return { span, newText: text + (ends ? '' : lineBreak) + members.join(`,${gap}`) };
}

function fill(
  source: Source,
  members: readonly string[],
  span: { start: number; end: number },
  style: FlowStyle,
): string {
  if (source.text.slice(span.start, span.end).includes('#')) throw uncertain;
  if (style.lines === undefined) return members.join(`,${style.gap}`);
  const pad = source.lineBreak + style.lines.pad;
  const outer = style.lines.pad.slice(0, -style.lines.step.length);
  return `${pad}${members.join(`,${pad}`)}${source.lineBreak}${outer}`;
}
