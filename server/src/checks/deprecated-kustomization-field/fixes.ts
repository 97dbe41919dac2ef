import type { Fix } from '../../finding.ts';
import { entryFor, type MapEntry, type MapNode, type Node } from '../../manifest/node.ts';
import type { TextEdit } from '../../text/edit.ts';

/**
 * The fix that replaces a deprecated field by its successor, if it is certain: the successor is absent, and the value
 * is in a usual form. Empty otherwise.
 */
export function fixesFor(root: MapNode, entry: MapEntry, instead: string, text: string): readonly Fix[] {
  if (root.flow || entry.alias !== undefined) return [];
  const title = `Write ${entry.key} as ${instead}`;
  if (entryFor(root, instead) !== undefined) {
    return entry.key === 'bases' ? safe(title, appended(root, entry, instead, text)) : [];
  }
  const rename: TextEdit = { span: entry.keySpan, newText: instead };
  switch (entry.key) {
    case 'bases':
    case 'imageTags':
      return safe(title, [rename]);
    case 'commonLabels':
      return safe(title, labels(entry, text));
    case 'patchesStrategicMerge':
      return partial(title, withPaths(entry.value, rename));
    case 'patchesJson6902':
      // Both would become the one field.
      return entryFor(root, 'patchesStrategicMerge') === undefined ? partial(title, [rename]) : [];
    default:
      return [];
  }
}

function safe(title: string, edits: readonly TextEdit[]): readonly Fix[] {
  return edits.length === 0 ? [] : [{ title, kind: 'safe', edits, left: [] }];
}

/** `patches` are applied at another moment than the fields that it replaces, and older releases took one patch a file. */
function partial(title: string, edits: readonly TextEdit[]): readonly Fix[] {
  const left = ['compare the build before and after'];
  return edits.length === 0 ? [] : [{ title: `${title} (review the result)`, kind: 'partial', edits, left }];
}

/** The items of a block list, moved after those of another. */
function appended(root: MapNode, entry: MapEntry, instead: string, text: string): readonly TextEdit[] {
  const known = entryFor(root, instead)?.value;
  const { value } = entry;
  if (known?.kind !== 'list' || value.kind !== 'list' || known.flow || value.flow) return [];
  const last = known.items.at(-1);
  if (last === undefined || !oneLine(last, text) || !value.items.every((item) => oneLine(item, text))) return [];
  const lineStart = text.lastIndexOf('\n', last.start - 1) + 1;
  const before = text.slice(lineStart, last.start);
  if (!/^ *- +$/.test(before)) return [];
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const at = endOfLine(text, last.end, lineBreak);
  const items = value.items.map((item) => `${lineBreak}${before}${text.slice(item.start, item.end)}`);
  const from = text.lastIndexOf('\n', entry.keySpan.start - 1) + 1;
  const lastMoved = value.items.at(-1);
  if (lastMoved === undefined || /\S/.test(text.slice(from, entry.keySpan.start))) return [];
  // A comment between the items cannot be moved to the other list.
  if (/#/.test(text.slice(entry.keySpan.end, lastMoved.end))) return [];
  const to = Math.min(text.length, endOfLine(text, lastMoved.end, lineBreak) + lineBreak.length);
  return [
    { span: { start: at, end: at }, newText: items.join('') },
    { span: { start: from, end: to }, newText: '' },
  ];
}

/** `commonLabels` are labels that are also added to selectors. */
function labels({ keySpan, value }: MapEntry, text: string): readonly TextEdit[] {
  if (value.kind !== 'map') return [];
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const head = ['labels:', '- includeSelectors: true', '  pairs'].join(lineBreak);
  const edits: TextEdit[] = [{ span: keySpan, newText: head }];
  if (value.flow) return edits;
  for (const entry of value.entries) {
    const start = text.lastIndexOf('\n', entry.keySpan.start - 1) + 1;
    if (entry.merged === true || !oneLine(entry.value, text)) return [];
    if (!/^ +$/.test(text.slice(start, entry.keySpan.start))) return [];
    edits.push({ span: { start, end: start }, newText: '  ' });
  }
  return edits;
}

/** Files of patches are named as `path`. */
function withPaths(value: Node, rename: TextEdit): readonly TextEdit[] {
  if (value.kind !== 'list' || value.flow) return [];
  const edits = value.items.flatMap((item): readonly TextEdit[] =>
    item.kind === 'scalar' && typeof item.value === 'string' && !item.value.includes('\n')
      ? [{ span: { start: item.start, end: item.start }, newText: 'path: ' }]
      : [],
  );
  return edits.length === value.items.length ? [rename, ...edits] : [];
}

function oneLine(node: Node, text: string): boolean {
  return node.kind === 'scalar' && !text.slice(node.start, node.end).includes('\n');
}

function endOfLine(text: string, from: number, lineBreak: string): number {
  const at = text.indexOf(lineBreak, from);
  return at < 0 ? text.length : at;
}
