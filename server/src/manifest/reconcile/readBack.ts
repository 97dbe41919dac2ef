import { applyEdits, type TextEdit } from '../../text/edit.ts';
import type { MapEntry, MapNode, Node } from '../node.ts';
import { readJson } from '../read/readJson.ts';
import { readManifest } from '../read/readManifest.ts';
import { splitDocuments } from '../read/splitDocuments.ts';
import type { Draft } from './draft.ts';
import { hasAnchors } from './source.ts';

/** Whether the edited text of a resource reads exactly as its draft, and everything around it as before. */
export function readsAs(text: string, root: MapNode, edits: readonly TextEdit[], draft: Draft): boolean {
  if (edits.length === 0) return saysSame(root, draft);
  const rootLine = lineStart(text, root.start);
  const first = Math.min(...edits.map(({ span }) => span.start));
  // Comments above the first field may go along with it.
  const start = first < root.start ? lineStart(text, first) : root.start;
  const end = root.flow ? root.end : blankEnd(text, Math.max(root.end, ...edits.map(({ span }) => span.end - 1)));
  const written = text.slice(start, end);
  // Anchors and aliases outside of the resource need the whole document; a block mapping at the start of a line is the
  // document.
  const isDocument = !root.flow && root.start === rootLine;
  const odd = !root.flow && !standsAlone(text, rootLine, root.start, end);
  if (odd || (!isDocument && hasAnchors(written))) return documentReadsAs(text, root, edits, draft);
  const edited = applyEdits(text, edits, { start, end });
  if (edited === undefined) return false;
  if (root.flow && !isJson(edited) && isJson(written)) return false;
  const indent = root.flow || start < root.start ? '' : ' '.repeat(root.start - rootLine);
  const [document, ...more] = readManifest(indent + edited).documents;
  if (document?.root === undefined || more.length > 0 || document.problems.length > 0) return false;
  return saysSame(document.root, draft);
}

function documentReadsAs(text: string, root: MapNode, edits: readonly TextEdit[], draft: Draft): boolean {
  const chunk = splitDocuments(text).find(
    (splitDocument) => splitDocument.start <= root.start && root.end <= splitDocument.end,
  );
  if (chunk === undefined) return false;
  const edited = applyEdits(text, edits, chunk);
  if (edited === undefined) return false;
  const before = readManifest(text.slice(chunk.start, chunk.end)).documents;
  const after = readManifest(edited).documents;
  const [old] = before;
  const [now] = after;
  if (old?.root === undefined || now?.root === undefined || before.length + after.length > 2) return false;
  if (now.problems.length > 0) return false;
  return sameBut(now.root, old.root, root.start - chunk.start, draft);
}

/** Whether two documents are equal except for the map at an offset of the old one. */
function sameBut(now: Node, old: Node, start: number, draft: Draft): boolean {
  if (old.kind === 'map' && old.start === start) return saysSame(now, draft);
  if (old.kind === 'scalar' || now.kind !== old.kind) return sameNode(now, old);
  if (old.kind === 'list' && now.kind === 'list') {
    return (
      old.items.length === now.items.length &&
      old.items.every((item, i) => {
        const other = now.items[i];
        return other !== undefined && sameBut(other, item, start, draft);
      })
    );
  }
  if (old.kind !== 'map' || now.kind !== 'map') return false;
  const fields = lastOfEach(now);
  const wanted = lastOfEach(old);
  if (fields.size !== wanted.size) return false;
  for (const [key, entry] of wanted) {
    const other = fields.get(key);
    if (other === undefined || !sameBut(other.value, entry.value, start, draft)) return false;
  }
  return true;
}

/** Whether a value of the text is a draft's value. */
function saysSame(node: Node, draft: Draft): boolean {
  if (draft.kind === 'scalar') return node.kind === 'scalar' && node.value === draft.value;
  if (draft.kind === 'list') {
    if (draft.untouched && draft.origin !== undefined) return sameNode(node, draft.origin);
    if (node.kind !== 'list' || node.items.length !== draft.items.length) return false;
    return node.items.every((item, i) => {
      const wanted = draft.items[i];
      return wanted !== undefined && saysSame(item, wanted);
    });
  }
  if (draft.untouched && draft.origin !== undefined) return sameNode(node, draft.origin);
  if (node.kind !== 'map') return false;
  const { entries } = node;
  // With as many entries as fields and none missing, no name is repeated.
  const repeated = entries.length !== draft.size;
  let fields = repeated ? lastOfEach(node) : undefined;
  if (fields !== undefined && fields.size !== draft.size) return false;
  // Most are in the draft's order, with one new entry among them.
  let at = 0;
  let passed: MapEntry | undefined;
  for (const { key, value } of draft.fields()) {
    let entry = repeated ? undefined : entries[at];
    if (entry?.key === key) {
      at++;
    } else if (passed?.key === key) {
      entry = passed;
    } else if (entry !== undefined && entries[at + 1]?.key === key) {
      passed = entry;
      entry = entries[at + 1];
      at += 2;
    } else {
      fields ??= lastOfEach(node);
      entry = fields.get(key);
    }
    if (entry === undefined || !saysSame(entry.value, value)) return false;
  }
  return true;
}

/** Whether two values of texts are the same; the order of fields does not matter. */
function sameNode(left: Node, right: Node): boolean {
  if (left.kind === 'scalar') return right.kind === 'scalar' && left.value === right.value;
  if (left.kind === 'list') return right.kind === 'list' && sameItems(left.items, right.items);
  if (right.kind !== 'map') return false;
  if (left.entries.length !== right.entries.length) return sameFields(lastOfEach(left), lastOfEach(right));
  for (let i = 0; i < left.entries.length; i++) {
    const mapEntry = left.entries[i];
    const other = right.entries[i];
    if (mapEntry === undefined || mapEntry.key !== other?.key) return sameFields(lastOfEach(left), lastOfEach(right));
    if (!sameNode(mapEntry.value, other.value)) return false;
  }
  return true;
}

function sameItems(left: readonly Node[], right: readonly Node[]): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    const node = left[i];
    const other = right[i];
    if (node === undefined || other === undefined || !sameNode(node, other)) return false;
  }
  return true;
}

function sameFields(left: ReadonlyMap<string, MapEntry>, right: ReadonlyMap<string, MapEntry>): boolean {
  if (left.size !== right.size) return false;
  for (const [key, { value }] of right) {
    const entry = left.get(key);
    if (entry === undefined || !sameNode(entry.value, value)) return false;
  }
  return true;
}

/** The entries that count. */
function lastOfEach(map: MapNode): ReadonlyMap<string, MapEntry> {
  return new Map(map.entries.map((entry) => [entry.key, entry]));
}

function isJson(text: string): boolean {
  const found = readJson(text, 0);
  return 'root' in found && text.slice(found.end).trim() === '';
}

/** The start of an offset's line, after a byte order mark. */
function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? Math.min(1, offset) : start;
}

/** Whether only dashes precede a block on its line, and nothing of the same block follows it. */
function standsAlone(text: string, line: number, start: number, end: number): boolean {
  if (!/^[ -]*$/.test(text.slice(line, start))) return false;
  if (end >= text.length) return true;
  // In a stream of documents inside a block scalar the marks between them are indented like the documents.
  const next = /( *)(?:(---|\.\.\.)(?=\s|#|$))?/y;
  next.lastIndex = end;
  const [, indent = '', mark] = next.exec(text) ?? [];
  return indent.length < start - line || (mark !== undefined && indent.length === start - line);
}

/** The end of a line with the blank lines and comments after it, which could become text of a block scalar. */
function blankEnd(text: string, offset: number): number {
  const lineEnd = text.indexOf('\n', offset);
  if (lineEnd < 0) return text.length;
  const blank = /(?:[ \t]*(?:#[^\n]*)?\n|[ \t]*\r\n)*(?:[ \t]*(?:#[^\n]*)?$)?/y;
  blank.lastIndex = lineEnd + 1;
  return lineEnd + 1 + (blank.exec(text)?.[0].length ?? 0);
}
