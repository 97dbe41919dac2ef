import {
  isNull,
  type ListNode,
  type MapEntry,
  type MapNode,
  type Node,
  type ScalarNode,
  type ScalarValue,
} from '../node.ts';

/*
 * An editable copy of a resource. A draft starts as the resource that was read and remembers the origin of every part,
 * so that `reconcile` knows what stays, moves and is new, and edits only that.
 */

/** A value of a draft. */
export type Draft = DraftScalar | DraftList | DraftMap;

/** A leaf of a draft. With an origin it keeps its text, including quotes. */
export interface DraftScalar {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  readonly origin: ScalarNode | undefined;
}

/** A list of a draft; items may be added, taken away and replaced. */
export class DraftList {
  readonly kind = 'list';
  readonly origin: ListNode | undefined;
  #items: Draft[] | undefined;
  #hasImplied = false;

  constructor(origin?: ListNode, items?: Draft[]) {
    this.origin = origin;
    this.#items = items;
  }

  get items(): Draft[] {
    this.#items ??= this.origin?.items.map(draftOf) ?? [];
    return this.#items;
  }

  /** It was not opened since it was read, so it equals its origin. */
  get untouched(): boolean {
    return this.#items === undefined && this.origin !== undefined;
  }

  /** As {@link DraftMap.hasImplied}. */
  get hasImplied(): boolean {
    return this.#hasImplied;
  }

  /** As {@link DraftMap.discardUnchanged}. */
  discardUnchanged(): boolean {
    const items = this.#items;
    this.#hasImplied = false;
    if (items === undefined) return this.untouched;
    const was = this.origin?.items;
    let same = was?.length === items.length;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      // Every item is visited: its children reset regardless of the list.
      if (item === undefined || !discardsUnchanged(item) || item.origin !== was?.[i]) same = false;
      if (item !== undefined && item.kind !== 'scalar' && item.hasImplied) this.#hasImplied = true;
    }
    if (same) this.#items = undefined;
    return same;
  }
}

/** A field of a draft. A field that was read has an entry, and keeps it when moved to another map. */
export interface DraftField {
  readonly key: string;
  readonly value: Draft;
  /** The entry that this field comes from: its comments move with the field. */
  readonly entry: MapEntry | undefined;
  /** Whether the field is implicit: a version's default made explicit. */
  readonly implied: boolean;
  /** For a new field, the one that it should follow. */
  readonly after: string | undefined;
}

/** A mapping of a draft. Fields keep the order of the text; of keys written twice the last one counts, `null` is absent. */
export class DraftMap {
  readonly kind = 'map';
  readonly origin: MapNode | undefined;
  #fields: Map<string, DraftField> | undefined;
  #hasImplied = false;

  constructor(origin?: MapNode) {
    this.origin = origin;
  }

  /** It was not opened since it was read, so it equals its origin. */
  get untouched(): boolean {
    return this.#fields === undefined && this.origin !== undefined;
  }

  /** Whether a field in it, at any depth, was implied when it was last settled. */
  get hasImplied(): boolean {
    return this.#hasImplied;
  }

  /**
   * Marks opened but unchanged parts as `untouched` again, and removes implied mappings that stayed empty. Returns
   * whether the whole mapping is untouched.
   */
  discardUnchanged(): boolean {
    this.#hasImplied = false;
    const fields = this.#fields;
    if (fields === undefined) return this.untouched;
    const entries = this.origin?.entries;
    let same = true;
    let at = 0;
    for (const { key, value, entry, implied } of fields.values()) {
      const stands = discardsUnchanged(value);
      if (implied && value.kind === 'map' && value.size === 0) {
        fields.delete(key);
        continue;
      }
      if (implied || (value.kind !== 'scalar' && value.hasImplied)) this.#hasImplied = true;
      same &&=
        stands && entry !== undefined && entry === entries?.[at] && entry.key === key && entry.value === value.origin;
      at++;
    }
    same &&= at === entries?.length;
    if (same) this.#fields = undefined;
    return same;
  }

  /** How many fields there are, `null`s included. */
  get size(): number {
    return this.#fieldsByKey().size;
  }

  /** The fields, `null`s included, in order. */
  fields(): IterableIterator<DraftField> {
    return this.#fieldsByKey().values();
  }

  /** The field that counts for a key; none if the text has `null`. Asking for a leaf does not open the mapping. */
  field(key: string): DraftField | undefined {
    if (this.#fields === undefined && this.origin !== undefined) {
      const entry = lastEntry(this.origin, key);
      if (entry === undefined) return undefined;
      if (entry.value.kind === 'scalar') return entry.value.value === null ? undefined : fieldOf(entry);
    }
    const field = this.#fieldsByKey().get(key);
    return field === undefined || isNullDraft(field.value) ? undefined : field;
  }

  /** The value of a field. */
  get(key: string): Draft | undefined {
    return this.field(key)?.value;
  }

  /** The value of a field, read-only: nothing is opened. */
  peek(key: string): Draft | undefined {
    if (this.#fields !== undefined || this.origin === undefined) return this.get(key);
    const node = lastEntry(this.origin, key)?.value;
    return node === undefined || isNull(node) ? undefined : draftOf(node);
  }

  /** The mapping at a key; undefined if it is absent or something else. */
  map(key: string): DraftMap | undefined {
    const value = this.get(key);
    return value?.kind === 'map' ? value : undefined;
  }

  /** The list at a key; undefined if it is absent or something else. */
  list(key: string): DraftList | undefined {
    const value = this.get(key);
    return value?.kind === 'list' ? value : undefined;
  }

  /** The leaf's value at a key; none if the field is absent or no leaf. */
  scalar(key: string): ScalarValue | undefined {
    const value = this.peek(key);
    return value?.kind === 'scalar' ? value.value : undefined;
  }

  /** The string at a key; undefined if it is absent or something else. */
  string(key: string): string | undefined {
    const value = this.scalar(key);
    return typeof value === 'string' ? value : undefined;
  }

  /**
   * Sets the value of a field. An existing field keeps its position and comments; a new one is placed after `after`.
   */
  set(key: string, value: Draft, { after, implied = false }: FieldPlacement = {}): void {
    const fields = this.#fieldsByKey();
    fields.set(key, { key, value, entry: fields.get(key)?.entry, implied, after });
  }

  /** Takes a field out, to be `put` elsewhere or dropped. */
  take(key: string): DraftField | undefined {
    if (this.untouched && this.origin !== undefined && lastEntry(this.origin, key) === undefined) return undefined;
    const field = this.field(key);
    this.#fieldsByKey().delete(key);
    return field;
  }

  /** Inserts a taken field, with its comments, under a name; `null` or a field of that name is replaced. */
  put(key: string, field: DraftField, after?: string): void {
    this.#fieldsByKey().set(key, { ...field, key, after });
  }

  /** Gives a field another name, in its place. */
  rename(from: string, to: string): void {
    const renamed = new Map<string, DraftField>();
    for (const field of this.#fieldsByKey().values()) {
      if (field.key === from) renamed.set(to, { ...field, key: to });
      else if (field.key !== to) renamed.set(field.key, field);
    }
    this.#fields = renamed;
  }

  /** The mapping at a key, created if absent. Undefined if the value is something else. */
  mapOrNew(key: string, placing: FieldPlacement = {}): DraftMap | undefined {
    const value = this.get(key);
    if (value !== undefined) return value.kind === 'map' ? value : undefined;
    const map = new DraftMap();
    this.set(key, map, placing);
    return map;
  }

  #fieldsByKey(): Map<string, DraftField> {
    if (this.#fields === undefined) {
      this.#fields = new Map();
      for (const entry of this.origin?.entries ?? []) this.#fields.set(entry.key, fieldOf(entry));
    }
    return this.#fields;
  }
}

/** How a new field is put into a mapping. */
export interface FieldPlacement {
  /** The field that it should follow. */
  readonly after?: string | undefined;
  /** It is a version's default made explicit. */
  readonly implied?: boolean;
}

/** Whether a value is unchanged; unchanged collections in it are marked untouched. */
function discardsUnchanged(draft: Draft): boolean {
  return draft.kind === 'scalar' ? draft.origin !== undefined : draft.discardUnchanged();
}

/** The effective entry for a key, whatever its value. */
function lastEntry({ entries }: MapNode, key: string): MapEntry | undefined {
  for (let i = entries.length - 1; i >= 0; i--) if (entries[i]?.key === key) return entries[i];
  return undefined;
}

function fieldOf(entry: MapEntry): DraftField {
  return { key: entry.key, value: draftOf(entry.value), entry, implied: false, after: undefined };
}

/** An editable draft of a node. The node is not changed. */
export function draftOf(node: Node): Draft {
  switch (node.kind) {
    case 'scalar':
      return { kind: 'scalar', value: node.value, origin: node };
    case 'list':
      return new DraftList(node);
    case 'map':
      return new DraftMap(node);
  }
}

/** A leaf that is new. */
export function scalarDraft(value: ScalarValue): DraftScalar {
  return { kind: 'scalar', value, origin: undefined };
}

/** A list that is new. */
export function listDraft(items: readonly Draft[]): DraftList {
  return new DraftList(undefined, [...items]);
}

/** A mapping that is new. */
export function mapDraft(fields: Readonly<Record<string, Draft>>): DraftMap {
  const map = new DraftMap();
  for (const [key, value] of Object.entries(fields)) map.set(key, value);
  return map;
}

/** An independent copy of a value. It keeps its origins: the text is repeated as written, including comments. */
export function copyDraft(draft: Draft): Draft {
  if (draft.kind === 'scalar') return draft;
  if (draft.untouched && draft.origin !== undefined) return draftOf(draft.origin);
  if (draft.kind === 'list') return new DraftList(draft.origin, draft.items.map(copyDraft));
  const copy = new DraftMap(draft.origin);
  const kept = new Set<string>();
  for (const field of draft.fields()) {
    kept.add(field.key);
    copy.put(field.key, { ...field, value: copyDraft(field.value) }, field.after);
  }
  for (const { key } of draft.origin?.entries ?? []) if (!kept.has(key)) copy.take(key);
  return copy;
}

/** Whether a draft represents an absent value. */
export function isNullDraft(draft: Draft): boolean {
  return draft.kind === 'scalar' && draft.value === null;
}
