import { removeField } from '../manifest/edit/removeField.ts';
import type { ListNode, MapEntry, MapNode, Node } from '../manifest/node.ts';
import { isNull, valueFor } from '../manifest/node.ts';
import type { TextEdit } from '../text/edit.ts';
import { entryOf, type FieldPath, fieldOf, formatPath, itemOf } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import type { FieldSpan } from './description.ts';

type Holder =
  | { readonly map: MapNode; readonly entry: MapEntry }
  | { readonly list: ListNode; readonly index: number }
  | undefined;

/** A value of a document during a walk, with its span and children. */
export class Cursor implements FieldSpan {
  readonly text: string;
  readonly node: Node;
  readonly #path: FieldPath;
  readonly #holder: Holder;

  private constructor(text: string, node: Node, path: FieldPath, holder: Holder) {
    this.text = text;
    this.node = node;
    this.#path = path;
    this.#holder = holder;
  }

  /** The whole document. */
  static root(text: string, node: Node): Cursor {
    return new Cursor(text, node, undefined, undefined);
  }

  get path(): string {
    return formatPath(this.#path);
  }

  /** The value with its key, or the item. */
  get span(): Span {
    const { start, end } = this.node;
    const holder = this.#holder;
    return holder !== undefined && 'entry' in holder && holder.entry.keySpan.start < start
      ? { start: holder.entry.keySpan.start, end: Math.max(end, holder.entry.keySpan.end) }
      : { start, end };
  }

  /** The span of the key; of the item in a list, and of the first key at the root. */
  get keySpan(): Span {
    const holder = this.#holder;
    if (holder !== undefined && 'entry' in holder) return holder.entry.keySpan;
    return this.node.kind === 'map' ? (this.node.entries[0]?.keySpan ?? this.span) : this.span;
  }

  /** The key's text; '' in a list. */
  get key(): string {
    return this.#holder !== undefined && 'entry' in this.#holder ? this.#holder.entry.key : '';
  }

  /** The value below a path of field names, `spec.version`; undefined if it is absent or null. */
  at(path: string): Cursor | undefined {
    let cursor: Cursor | undefined = this;
    for (const name of path.split('.')) cursor = cursor === undefined ? undefined : cursor.#field(name);
    return cursor;
  }

  /** Every value at a path, in which `[]` means all items of a list. */
  all(path: string): readonly Cursor[] {
    let cursors: readonly Cursor[] = [this];
    for (const part of path.split('.')) {
      const name = part.replace(/\[\]$/, '');
      const found = cursors.flatMap((cursor) => cursor.#field(name) ?? []);
      cursors = part.endsWith('[]') ? found.flatMap((cursor) => cursor.items()) : found;
    }
    return cursors;
  }

  /** The items of a list; empty for anything else. */
  items(): readonly Cursor[] {
    const { node } = this;
    if (node.kind !== 'list') return [];
    return node.items.map(
      (item, index) => new Cursor(this.text, item, itemOf(this.#path, index), { list: node, index }),
    );
  }

  /** The effective entries of a map, in text order; empty for anything else. */
  entries(): readonly Cursor[] {
    const { node } = this;
    if (node.kind !== 'map') return [];
    const last = new Map(node.entries.map((entry) => [entry.key, entry]));
    return node.entries
      .filter((entry) => last.get(entry.key) === entry)
      .map((entry) => new Cursor(this.text, entry.value, entryOf(this.#path, entry.key), { map: node, entry }));
  }

  /** The scalar as a flag value; undefined for null, lists and maps. Numbers keep their notation. */
  scalar(): string | undefined {
    const { node } = this;
    if (node.kind !== 'scalar' || node.value === null) return undefined;
    if (typeof node.value === 'string' || typeof node.value === 'boolean') return String(node.value);
    return node.written ?? this.text.slice(node.start, node.end);
  }

  /** The string at a path; undefined for anything else. */
  string(path: string): string | undefined {
    const node = this.at(path)?.node;
    return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
  }

  /** The edit that removes the entry or item with its line; undefined if that is not safe. */
  remove(): TextEdit | undefined {
    const holder = this.#holder;
    if (holder === undefined) return undefined;
    if ('entry' in holder) return removeField(this.text, holder.map, holder.entry);
    return removeItem(this.text, holder.list, holder.index);
  }

  #field(name: string): Cursor | undefined {
    const { node } = this;
    if (node.kind !== 'map') return undefined;
    const value = valueFor(node, name);
    const entry = value && node.entries.findLast((mapEntry) => mapEntry.key === name);
    if (value === undefined || entry === undefined || isNull(value)) return undefined;
    return new Cursor(this.text, value, fieldOf(this.#path, name), { map: node, entry });
  }
}

/** Removes one item of a block list with its line; undefined if it is the only one or does not fill its line. */
function removeItem(text: string, list: ListNode, index: number): TextEdit | undefined {
  const item = list.items[index];
  if (item === undefined || list.items.length < 2 || list.flow) return undefined;
  const lineStart = text.lastIndexOf('\n', item.start - 1) + 1;
  const lineEnd = /^[ \t]*(?:#[^\r\n]*)?(?:\r?\n|$)/.exec(text.slice(item.end));
  if (lineEnd === null || !/^[ \t]*-[ \t]+$/.test(text.slice(lineStart, item.start))) return undefined;
  return { span: { start: lineStart, end: item.end + lineEnd[0].length }, newText: '' };
}
