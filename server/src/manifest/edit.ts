import type { TextEdit } from '../text/edit.ts';
import type { MapEntry, MapNode, Node, ScalarNode } from './node.ts';
import { blockLines, flowFields, flowText, plainOrQuoted, quoted, singleQuoted, type WrittenMap } from './write.ts';

/*
 * Structural edits of YAML and JSON that keep everything else as it is written: comments, order, quoting, indentation,
 * line ends. Each gives undefined where the place is not certain; nothing is guessed.
 */

/** Another text for a string that stands on one line; its quotes are kept. */
export function replaceScalar(node: ScalarNode, value: string): TextEdit | undefined {
  const span = { start: node.start, end: node.end };
  if (node.start === node.end) return undefined;
  if (node.style === 'plain') return { span, newText: plainOrQuoted(value) };
  if (node.style === 'single') return { span, newText: singleQuoted(value) };
  return node.style === 'double' ? { span, newText: quoted(value) } : undefined;
}

/** An object in place of a `null`, written or left out. */
export function fillNull(entry: MapEntry, fields: WrittenMap): TextEdit | undefined {
  const { value } = entry;
  if (entry.alias !== undefined || entry.merged || value.kind !== 'scalar' || value.value !== null) return undefined;
  const space = value.start === value.end ? ' ' : '';
  return { span: { start: value.start, end: value.end }, newText: space + flowText(fields) };
}

/**
 * Adds fields that a map does not have, together in one place: behind the field `after` if it is there, else behind
 * the scalars that the map begins with, else in front of its first field, else at its end.
 */
export function insertFields(
  text: string,
  map: MapNode,
  fields: WrittenMap,
  after: string | undefined,
): TextEdit | undefined {
  const [first] = map.entries;
  if (first === undefined) {
    return map.flow ? { span: { start: map.start, end: map.end }, newText: flowText(fields) } : undefined;
  }
  const named = map.entries.find((entry) => entry.key === after);
  if (map.flow) return insertInFlow(text, map, first, fields, named);
  const indent = indentOf(text, first);
  if (indent === undefined) return undefined;
  const lineBreak = lineBreakOf(text);
  const behind = named ?? lastLeadingScalar(map);
  if (behind === undefined && followsItsParent(text, first)) {
    const start = first.keySpan.start;
    const newText = blockLines(fields).map((line) => `${line}${lineBreak}${indent}`);
    return { span: { start, end: start }, newText: newText.join('') };
  }
  const at = lineEndBehind(text, behind ?? map.entries.at(-1) ?? first);
  if (at === undefined) return undefined;
  const newText = blockLines(fields).map((line) => `${lineBreak}${indent}${line}`);
  return { span: { start: at, end: at }, newText: newText.join('') };
}

/** A field and the names it gets: one to rename it, more to nest it. */
export interface Move {
  readonly entry: MapEntry;
  readonly to: readonly [string, ...string[]];
}

/**
 * Gives fields of one map new names. Those that go into the same new object must stand side by side. Values stay where
 * they are and must be scalars of one line where they are nested.
 */
export function moveFields(text: string, map: MapNode, moves: readonly Move[]): readonly TextEdit[] | undefined {
  const ordered = [...moves].sort((a, b) => map.entries.indexOf(a.entry) - map.entries.indexOf(b.entry));
  const edits: TextEdit[] = [];
  for (let i = 0; i < ordered.length; i++) {
    const move = ordered[i];
    if (move === undefined || move.entry.merged) return undefined;
    const quote = text.charAt(move.entry.keySpan.start);
    const name = (part: string) => (quote === '"' || quote === "'" ? `${quote}${part}${quote}` : plainOrQuoted(part));
    const [head, ...inner] = move.to;
    if (inner.length === 0) {
      edits.push({ span: move.entry.keySpan, newText: name(head) });
      continue;
    }
    if (!onOneLine(text, move.entry)) return undefined;
    const previous = ordered[i - 1];
    const joins = previous !== undefined && previous.to[0] === head && previous.to.length > 1;
    if (joins && map.entries.indexOf(move.entry) !== map.entries.indexOf(previous.entry) + 1) return undefined;
    const following = ordered[i + 1];
    const goesOn = following !== undefined && following.to[0] === head && following.to.length > 1;
    const end = endOf(move.entry);
    if (map.flow) {
      const opening = inner.map(name).join(': {');
      edits.push({ span: move.entry.keySpan, newText: joins ? opening : `${name(head)}: {${opening}` });
      const closing = '}'.repeat(inner.length - 1 + (goesOn ? 0 : 1));
      if (closing !== '') edits.push({ span: { start: end, end }, newText: closing });
      continue;
    }
    const indent = indentOf(text, move.entry);
    if (indent === undefined) return undefined;
    const levels = joins ? inner : [head, ...inner];
    const lines = levels.map((part, level) => `${'  '.repeat(joins ? level + 1 : level)}${name(part)}`);
    edits.push({ span: move.entry.keySpan, newText: lines.join(`:${lineBreakOf(text)}${indent}`) });
  }
  return edits;
}

function insertInFlow(
  text: string,
  map: MapNode,
  first: MapEntry,
  fields: WrittenMap,
  behind: MapEntry | undefined,
): TextEdit {
  const between = text.slice(map.start + 1, first.keySpan.start);
  const gap = /^[ \t]*\r?\n[ \t]*$/.test(between) ? between : ' ';
  if (behind !== undefined) {
    const end = endOf(behind);
    return { span: { start: end, end }, newText: `,${gap}${flowFields(fields).join(`,${gap}`)}` };
  }
  const start = first.keySpan.start;
  return {
    span: { start, end: start },
    newText: flowFields(fields)
      .map((field) => `${field},${gap}`)
      .join(''),
  };
}

/** The spaces in front of a block mapping's field; the dashes of list items count as spaces. */
function indentOf(text: string, entry: MapEntry): string | undefined {
  const lineStart = lineStartBefore(text, entry.keySpan.start);
  const before = text.slice(lineStart, entry.keySpan.start).replace(/^\uFEFF/, '');
  return /^[ -]*$/.test(before) ? ' '.repeat(before.length) : undefined;
}

function lineStartBefore(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Whether nothing but the line's break stands between a map's first field and what holds the map. */
function followsItsParent(text: string, first: MapEntry): boolean {
  const lineStart = lineStartBefore(text, first.keySpan.start);
  if (text.slice(lineStart, first.keySpan.start).includes('-')) return true;
  const previous = text.slice(lineStartBefore(text, lineStart - 1), lineStart);
  return /^[^#]*:\s*$/.test(previous);
}

function lastLeadingScalar(map: MapNode): MapEntry | undefined {
  const end = map.entries.findIndex((entry) => entry.value.kind !== 'scalar');
  return map.entries[(end < 0 ? map.entries.length : end) - 1];
}

/** Where the line ends on which a field's value ends; undefined when more than a comment follows there. */
function lineEndBehind(text: string, entry: MapEntry): number | undefined {
  const end = endOf(entry);
  const rest = /^[ \t]*(#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(end, lineBreakAfter(text, end)));
  return rest === null ? undefined : end + rest[0].length;
}

function lineBreakAfter(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

function onOneLine(text: string, entry: MapEntry): boolean {
  const { value } = entry;
  if (entry.alias !== undefined) return true;
  if (value.kind !== 'scalar' || value.style === 'literal' || value.style === 'folded') return false;
  return !text.slice(entry.keySpan.start, value.end).includes('\n');
}

/** Where a field's text ends. */
function endOf(entry: MapEntry): number {
  return entry.alias?.end ?? Math.max(entry.keySpan.end, nodeEnd(entry.value));
}

function nodeEnd(node: Node): number {
  return node.end;
}

function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
