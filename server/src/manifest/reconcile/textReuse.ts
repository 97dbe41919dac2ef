import type { Span } from '../../text/span.ts';
import type { ListNode, MapEntry, MapNode, Node } from '../node.ts';
import type { Draft, DraftField, DraftList, DraftMap } from './draft.ts';
import { baseOf, type FieldMatch, type ItemMatch, isAsRead, matchFields, matchItems } from './match.ts';
import { type Child, hasAnchors, ownEntries, type Source } from './source.ts';

/** A part of the text that moves. */
export interface ReusedText {
  readonly child: Child;
  /** Whether the collection around it is written in brackets. */
  readonly flow: boolean;
  /** Whether it is a second copy, which has no comments, around it or inside. */
  readonly bare: boolean;
}

/** A member of a collection in the text, with its entry if the collection is a map. */
interface Found {
  readonly child: Child;
  readonly container: MapNode | ListNode;
  readonly entry?: MapEntry;
}

/**
 * Decides, before anything is written, which text goes where: each part of the text moves with one part of the draft,
 * with its comments and anchors; other drafts with the same origin are written from their values.
 */
export class TextReuse {
  readonly #source: Source;
  readonly #root: MapNode;
  readonly #draft: DraftMap;
  #used: Set<MapEntry> | undefined;
  /** The matches of each map in the text that a draft overwrites. */
  readonly #matches = new Map<MapNode, FieldMatch>();
  /** The fields that use the text of an entry which does not stay in its place. */
  readonly #entries = new Map<MapEntry, DraftField>();
  readonly #nodes = new Set<Node>();
  /** The contents of collections that other text includes: those were never opened, so nothing else records them. */
  readonly #copied = new Set<MapEntry | Node>();
  readonly #homes = new Map<DraftField | Draft, ReusedText>();
  readonly #fields = new Map<DraftMap, FieldMatch>();
  readonly #items = new Map<DraftList, ItemMatch>();
  readonly #carried: Span[] = [];
  #waiting: (() => void)[] = [];

  constructor(source: Source, root: MapNode, draft: DraftMap) {
    this.#source = source;
    this.#root = root;
    this.#draft = draft;
    this.#value(draft, root, false);
    // Unmoved parts come first: only then is it clear which parts move and which are second copies.
    while (this.#waiting.length > 0) {
      const tasks = this.#waiting;
      this.#waiting = [];
      for (const task of tasks) task();
    }
    this.#carried.sort((a, b) => a.start - b.start);
  }

  fields(draft: DraftMap, map: MapNode): FieldMatch {
    const known = this.#fields.get(draft);
    if (known !== undefined) return known;
    const match = matchFields(draft, map, this.#isUsed);
    this.#fields.set(draft, match);
    return match;
  }

  items(draft: DraftList, list: ListNode): ItemMatch {
    const known = this.#items.get(draft);
    if (known !== undefined) return known;
    const match = matchItems(draft, list);
    this.#items.set(draft, match);
    return match;
  }

  /** The text that moves with a field or value; undefined if it is written from its value. */
  reusedText(part: DraftField | Draft): ReusedText | undefined {
    return this.#homes.get(part);
  }

  /** The `comments` in a span of text that do not move with anything. */
  loose(comments: readonly Span[], { start, end }: Span): readonly Span[] {
    const taken: Span[] = [];
    for (let i = this.#firstCarried(start); i < this.#carried.length; i++) {
      const span = this.#carried[i];
      if (span === undefined || span.start > end) break;
      if (span.end <= end) taken.push(span);
    }
    return comments.filter((comment) => !taken.some((span) => span.start <= comment.start && comment.end <= span.end));
  }

  /** Whether a span of text, with all of its comments, moves with one part of the draft. */
  isCarried({ start, end }: Span): boolean {
    const first = this.#carried[this.#firstCarried(start)];
    return first !== undefined && first.start === start && end <= first.end;
  }

  /** Whether the whole text of a field moves, including the comments above it. */
  isTaken(entry: MapEntry): boolean {
    const field = this.#entries.get(entry);
    return field !== undefined && this.#homes.has(field);
  }

  #firstCarried(start: number): number {
    let low = 0;
    let high = this.#carried.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#carried[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Lazy: rarely needed. */
  readonly #isUsed = (entry: MapEntry): boolean => {
    if (this.#used === undefined) {
      this.#used = new Set();
      noteUsed(this.#draft, this.#used);
    }
    return this.#used.has(entry);
  };

  /** A value written over the text of `node`, in a block or flow collection. */
  #value(draft: Draft, node: Node, flow: boolean): void {
    if (!baseOf(draft, node)) {
      this.#later(() => this.#freshValue(draft, flow));
      return;
    }
    this.#nodes.add(node);
    if (draft.kind === 'scalar' || draft.untouched) return;
    if (draft.kind === 'map' && node.kind === 'map') {
      const match = this.fields(draft, node);
      if (this.#matches.has(node)) this.#claimAll(match, node);
      else this.#matches.set(node, match);
      for (const index of match.changed) {
        const entry = match.entries[index];
        const field = match.stays[index];
        if (entry !== undefined && field !== undefined) this.#kept(entry, field, node.flow);
      }
      for (const field of match.added) {
        // A new leaf takes no text along.
        if (field.entry !== undefined || field.value.kind !== 'scalar') {
          this.#later(() => this.#freshField(field, node.flow));
        }
      }
    } else if (draft.kind === 'list' && node.kind === 'list') {
      const { stays, added } = this.items(draft, node);
      const children = stays.some((item) => item !== undefined) ? this.#source.children(node) : [];
      stays.forEach((item, index) => {
        const child = children[index];
        if (item !== undefined && child !== undefined && !child.alias) this.#value(item, child.value, node.flow);
      });
      for (const item of [...added.values()].flat()) this.#later(() => this.#freshValue(item, node.flow));
    }
  }

  #kept({ alias, value: node }: MapEntry, { value }: DraftField, flow: boolean): void {
    if (isAsRead(value, node)) return;
    if (alias === undefined) this.#value(value, node, flow);
    else if (value.origin !== node) this.#later(() => this.#freshValue(value, flow));
  }

  /** Whether an entry of a map, and with it its value, stays where it is. */
  #stays(entry: MapEntry, map: Node): FieldMatch['stays'][number] {
    const match = map.kind === 'map' ? this.#matches.get(map) : undefined;
    return match?.stays[match.entries.indexOf(entry)];
  }

  /** The text of an entry is a field's, unless it is another one's already. */
  #claim(entry: MapEntry, field: DraftField, map: Node): void {
    if (!this.#entries.has(entry) && this.#stays(entry, map) === undefined) this.#entries.set(entry, field);
    if (entry.alias === undefined && field.value.origin === entry.value) this.#nodes.add(entry.value);
  }

  #claimAll({ entries, stays }: FieldMatch, map: MapNode): void {
    entries.forEach((entry, index) => {
      const field = stays[index];
      if (field !== undefined) this.#claim(entry, field, map);
    });
  }

  #later(task: () => void): void {
    this.#waiting.push(task);
  }

  #freshField(field: DraftField, flow: boolean): void {
    const { entry, value } = field;
    const found = entry === undefined || entry.merged ? undefined : this.#find(entry);
    const bare =
      entry !== undefined &&
      (this.#entries.has(entry) ||
        this.#nodes.has(entry.value) ||
        this.#copied.has(entry) ||
        (found !== undefined && this.#stays(entry, found.container) !== undefined));
    const home = found && { child: found.child, flow: found.container.flow, bare };
    if (entry === undefined || home === undefined || (flow && !home.flow) || (bare && !this.#isBare(home))) {
      if (bare && value.origin !== undefined) this.#copied.add(value.origin);
      this.#freshValue(value, flow);
      return;
    }
    this.#homes.set(field, home);
    if (!bare) this.#carried.push(home.flow ? home.child : this.#source.extent(home.child));
    if (found !== undefined) this.#claim(entry, field, found.container);
    this.#kept(entry, field, home.flow);
  }

  #freshValue(draft: Draft, flow: boolean): void {
    const { origin } = draft;
    if (origin !== undefined && origin.kind !== 'scalar' && (origin.flow || !flow) && staysFilled(draft, origin)) {
      const found = this.#find(origin);
      const standing = found?.entry && this.#stays(found.entry, found.container);
      const bare =
        this.#nodes.has(origin) ||
        this.#copied.has(origin) ||
        (standing !== undefined && found?.child.alias === false && baseOf(standing.value, origin));
      const home = found && { child: found.child, flow: found.container.flow, bare };
      if (home !== undefined && !(bare && !this.#isBare(home))) {
        this.#homes.set(draft, home);
        if (!bare) this.#carried.push(this.#source.valueExtent(origin));
        this.#value(draft, origin, flow);
        return;
      }
      if (bare) for (const part of origin.kind === 'map' ? origin.entries : origin.items) this.#copied.add(part);
    }
    if (draft.kind === 'list') for (const item of draft.items) this.#freshValue(item, flow);
    if (draft.kind === 'map') for (const field of [...draft.fields()]) this.#freshField(field, flow);
  }

  /** Where an entry, or a value that is no alias, is written; undefined if that is not in this resource. */
  #find(part: MapEntry | Node): Found | undefined {
    const start = 'key' in part ? part.keySpan.start : part.start;
    let at: Node = this.#root;
    let steps = 0;
    while (at.kind !== 'scalar' && steps++ < 1000) {
      if (at.kind === 'map') {
        const entry: MapEntry | undefined = ownEntries(at).findLast((ownEntry) => ownEntry.keySpan.start <= start);
        const isHere: boolean = entry !== undefined && (entry === part || (entry.value === part && !entry.alias));
        if (entry !== undefined && isHere) return { child: this.#source.field(entry, at.flow), container: at, entry };
        if (entry === undefined || entry.alias !== undefined) return undefined;
        at = entry.value;
      } else {
        const child: Child | undefined = this.#source.children(at).findLast((candidate) => candidate.start <= start);
        if (child === undefined || child.alias) return undefined;
        if (child.value === part) return { child, container: at };
        at = child.value;
      }
    }
    return undefined;
  }

  /** Whether a member contains neither comments nor anchors, so that its text may be repeated. */
  #isBare({ child, flow }: ReusedText): boolean {
    const end = flow ? child.end : this.#source.bodyEnd(child);
    if (this.#source.comments(child.lead, end, [child]).length > 0) return false;
    return !hasAnchors(this.#source.text.slice(child.lead, end));
  }
}

/** Whether a collection has members before and after: an empty one is written differently. */
function staysFilled(draft: Draft, node: Node): boolean {
  if (draft.kind === 'list') return node.kind === 'list' && node.items.length > 0 && draft.items.length > 0;
  if (draft.kind !== 'map' || node.kind !== 'map' || node.entries.length === 0) return false;
  return draft.untouched || !draft.fields().next().done;
}

/** Records the entries that occur anywhere in a draft, except in unopened parts, whose entries cannot move. */
function noteUsed(draft: Draft, used: Set<MapEntry>): void {
  if (draft.kind === 'scalar' || draft.untouched) return;
  if (draft.kind === 'list') {
    for (const item of draft.items) noteUsed(item, used);
    return;
  }
  for (const { entry, value } of draft.fields()) {
    if (entry !== undefined) used.add(entry);
    noteUsed(value, used);
  }
}
