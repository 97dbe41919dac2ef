import type { TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import type { MapEntry, MapNode } from '../node.ts';

/**
 * Removes one `key: value` from a map, with its lines. Comments before it stay. Undefined if the edit is not certain:
 * aliases, merged keys, anchors that a later alias may name, and the only entry of a map, whose removal would leave
 * null.
 */
export function removeField(text: string, map: MapNode, entry: MapEntry): TextEdit | undefined {
  const edit = withLines(text, map, entry);
  return edit === undefined || isNamedLater(text, edit.span) ? undefined : edit;
}

function withLines(text: string, map: MapNode, entry: MapEntry): TextEdit | undefined {
  const index = map.entries.indexOf(entry);
  if (index < 0 || map.entries.length < 2 || entry.merged || entry.alias !== undefined) return undefined;
  const { start } = entry.keySpan;
  const end = Math.max(entry.keySpan.end, entry.value.end);
  if (end < start) return undefined;
  const previous = map.entries[index - 1];
  const next = map.entries[index + 1];
  if (next?.merged || previous?.merged) return undefined;
  if (map.flow) {
    if (next !== undefined) return { span: { start, end: next.keySpan.start }, newText: '' };
    return previous === undefined ? undefined : { span: { start: endOf(previous), end }, newText: '' };
  }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^:?[ \t]*(?:#[^\r\n]*)?(\r?\n|$)/.exec(text.slice(end, lineBreakBehind(text, end)));
  if (rest === null) return undefined;
  if (/^[ \t]*$/.test(text.slice(lineStart, start))) {
    return { span: { start: lineStart, end: end + rest[0].length }, newText: '' };
  }
  // The first field of a list item: the next one moves up behind the dash.
  return next === undefined ? undefined : { span: { start, end: next.keySpan.start }, newText: '' };
}

/** Whether a span may contain an anchor that a later alias names. */
function isNamedLater(text: string, { start, end }: Span): boolean {
  const anchors = text.slice(start, end).matchAll(/&([^\s,[\]{}]+)/g);
  return [...anchors].some(([, name]) => text.includes(`*${name}`, end));
}

function endOf(entry: MapEntry): number {
  return entry.alias?.end ?? Math.max(entry.keySpan.end, entry.value.end);
}

function lineBreakBehind(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}
