import type { TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import { replaceScalar } from '../edit/replaceScalar.ts';
import { plainOrQuoted, quoted } from '../edit/write.ts';
import type { ListNode, MapEntry, MapNode, Node } from '../node.ts';
import { arrangeBlock, commentTexts, insertInBlock, joinAt, linesAt, type Texts } from './block.ts';
import { BlockWriter } from './blockText.ts';
import type { Draft, DraftField, DraftList, DraftMap } from './draft.ts';
import { placeFields, usualPosition } from './fieldPositions.ts';
import { arrangeFlow } from './flow.ts';
import { FlowWriter } from './flowText.ts';
import { baseOf, type FieldMatch, isAsRead } from './match.ts';
import { type Editor, Slicer } from './slice.ts';
import { type Child, Source, uncertain } from './source.ts';
import { type FlowStyle, flowStyle, styleAround } from './style.ts';
import { type ReusedText, TextReuse } from './textReuse.ts';

/** A place in the text whose value may change. */
interface ValueSlot {
  readonly value: Node;
  readonly alias: boolean;
  /** The parent of the value: a field is resolved only if it is replaced. */
  readonly member: MapEntry | Child;
  /** Whether the collection around it is written in brackets. */
  readonly inFlow: boolean;
  /** Whether it is a list item, after a dash or in brackets. */
  readonly isItem: boolean;
  /** How the brackets around it are written; undefined in a block. */
  readonly flow: FlowStyle | undefined;
}

/** Finds the edits that turn the text of a resource into its draft. Throws `uncertain` to give up. */
export class Edits implements Editor {
  readonly #source: Source;
  readonly #root: MapNode;
  readonly #reuse: TextReuse;
  readonly #block: BlockWriter;
  readonly #flow: FlowWriter;

  constructor(text: string, root: MapNode, draft: DraftMap) {
    this.#source = new Source(text, root);
    this.#root = root;
    this.#reuse = new TextReuse(this.#source, root, draft);
    const slicer = new Slicer(this.#source, this);
    this.#block = new BlockWriter(this.#reuse, slicer, root);
    this.#flow = new FlowWriter(this.#reuse, slicer);
  }

  /** The edits of a resource as a whole, in no order. */
  root(draft: DraftMap, root: MapNode): readonly TextEdit[] {
    const out: TextEdit[] = [];
    this.#map(draft, root, undefined, undefined, out);
    return out;
  }

  field(field: DraftField, { child, flow }: ReusedText, out: TextEdit[]): void {
    const { entry } = field;
    if (entry === undefined) throw uncertain;
    if (entry.key !== field.key) this.#rename(field, entry.keySpan, flow, out);
    this.value(field.value, { child, flow }, out);
  }

  value(draft: Draft, { child, flow }: Pick<ReusedText, 'child' | 'flow'>, out: TextEdit[]): void {
    const style = flow ? styleAround(this.#source, child, this.#root) : undefined;
    this.#value(draft, slotOf(child, flow, false, style), out);
  }

  #rename({ key }: DraftField, span: Span, flow: boolean, out: TextEdit[]): void {
    const quote = this.#source.text.charAt(span.start);
    let newText = plainOrQuoted(key);
    if (quote === '"') newText = quoted(key);
    else if (quote === "'" && newText === key) newText = `'${key}'`;
    else if (/[&*!]/.test(quote) || (flow && quote === '?')) throw uncertain;
    out.push({ span, newText });
  }

  #value(draft: Draft, slot: ValueSlot, out: TextEdit[]): void {
    const { value, alias } = slot;
    if (alias && draft.origin === value) return;
    if (alias || !baseOf(draft, value)) this.#replace(draft, slot, out);
    else if (draft.kind === 'map' && value.kind === 'map') this.#map(draft, value, slot, slot.flow, out);
    else if (draft.kind === 'list' && value.kind === 'list') this.#list(draft, value, slot, out);
  }

  #map(
    draft: DraftMap,
    map: MapNode,
    slot: ValueSlot | undefined,
    outerStyle: FlowStyle | undefined,
    out: TextEdit[],
  ): void {
    if (draft.untouched) return;
    const source = this.#source;
    const match = this.#reuse.fields(draft, map);
    const { entries, stays, kept, changed, added, removed } = match;
    const isEmpty = kept === 0 && added.length === 0 && entries.length === map.entries.length;
    if (isEmpty && entries.length === 0) return;
    if (slot !== undefined && (isEmpty || (map.entries.length === 0 && slot.flow === undefined))) {
      if (isEmpty || added.length > 0) this.#replace(draft, slot, out);
      return;
    }
    if (isEmpty) throw uncertain;
    const isAsBefore = removed.length === 0 && added.length === 0;
    const [only] = added;
    // Many maps get one field more, as the schemas of a definition do.
    const grows = only !== undefined && added.length === 1 && removed.length === 0 && entries.length > 0 && !map.flow;
    const behind = grows ? positionOfField(source, map, match, only) : undefined;
    // Insertions after a leaf mostly precede all other changes: ordered edits are sorted faster.
    const growsFirst = grows && behind !== undefined && (entries[behind]?.value.kind ?? 'scalar') === 'scalar';
    if (growsFirst) this.#insert(map, entries, behind, only, out);
    const style = map.flow ? flowStyle(source, map, outerStyle) : undefined;
    let renamed = false;
    for (const index of changed) {
      const entry = entries[index];
      const field = stays[index];
      if (entry === undefined || field === undefined) continue;
      if (entry.key !== field.key) {
        renamed = true;
        this.#rename(field, entry.keySpan, map.flow, out);
      }
      const { value } = field;
      if (isAsRead(value, entry.value)) continue;
      const alias = entry.alias !== undefined;
      this.#value(
        value,
        { value: entry.value, alias, member: entry, inFlow: map.flow, isItem: false, flow: style },
        out,
      );
    }
    // Unrenamed fields cannot collide: a draft has each name once.
    const isSure = isAsBefore ? !renamed : !renamed && kept === entries.length;
    if (!isSure && hasRepeats(entries)) throw uncertain;
    if (isAsBefore || growsFirst) return;
    if (grows && behind !== undefined) {
      this.#insert(map, entries, behind, only, out);
      return;
    }
    const positions = placeFields(source, map, match);
    if (style !== undefined) {
      const write = (fields: readonly DraftField[] | undefined) =>
        (fields ?? []).map((field) => this.#flow.field(field, style));
      arrangeFlow(
        source,
        this.#reuse,
        {
          node: map,
          style,
          removed: new Map(removed.map((index) => [index, write(positions.instead.get(index))])),
          after: new Map([...positions.after].map(([index, fields]) => [index, write(fields)])),
        },
        out,
      );
      return;
    }
    const column = source.column(map.start);
    const write = (fields: readonly DraftField[] | undefined) =>
      (fields ?? []).map((field) => this.#block.field(field, column));
    arrangeBlock(
      source,
      this.#reuse,
      {
        node: map,
        column,
        children: source.children(map),
        removed: new Map(removed.map((index) => [index, write(positions.instead.get(index))])),
        after: new Map([...positions.after].map(([index, fields]) => [index, write(fields)])),
        isTaken: (index) => {
          const entry = entries[index];
          return entry !== undefined && this.#reuse.isTaken(entry);
        },
      },
      out,
    );
  }

  #insert(map: MapNode, entries: readonly MapEntry[], behind: number, field: DraftField, out: TextEdit[]): void {
    const column = this.#source.column(map.start);
    insertInBlock(this.#source, column, entries, behind, this.#block.field(field, column), out);
  }

  #list(draft: DraftList, list: ListNode, slot: ValueSlot, out: TextEdit[]): void {
    const source = this.#source;
    const { stays, added } = this.#reuse.items(draft, list);
    const isEmpty = draft.items.length === 0;
    if (isEmpty && list.items.length === 0) return;
    if (isEmpty || (list.items.length === 0 && slot.flow === undefined)) {
      this.#replace(draft, slot, out);
      return;
    }
    const children = source.children(list);
    const style = list.flow ? flowStyle(source, list, slot.flow) : undefined;
    const removed: number[] = [];
    stays.forEach((item, index) => {
      const child = children[index];
      if (item === undefined) removed.push(index);
      else if (child !== undefined) this.#value(item, slotOf(child, list.flow, true, style), out);
    });
    if (removed.length === 0 && added.size === 0) return;
    if (style !== undefined) {
      const after = new Map(
        [...added].map(([index, items]) => [index, items.map((item) => this.#flow.value(item, style))]),
      );
      arrangeFlow(
        source,
        this.#reuse,
        { node: list, style, removed: new Map(removed.map((index) => [index, []])), after },
        out,
      );
      return;
    }
    const column = source.column(list.start);
    const after = new Map(
      [...added].map(([index, items]) => [index, items.map((item) => this.#block.item(item, column))]),
    );
    arrangeBlock(
      source,
      this.#reuse,
      {
        node: list,
        column,
        children,
        removed: new Map(removed.map((index) => [index, []])),
        after,
        isTaken: () => false,
      },
      out,
    );
  }

  /** Replaces a value. Anchors and comments stay. */
  #replace(draft: Draft, slot: ValueSlot, out: TextEdit[]): void {
    const { member, flow, isItem } = slot;
    const source = this.#source;
    const child = 'keySpan' in member ? source.field(member, slot.inFlow) : member;
    const { value, span, alias } = child;
    if (!alias && value.kind === 'scalar' && draft.kind === 'scalar' && draft.origin === undefined && !flow?.json) {
      const edit = typeof draft.value === 'string' ? replaceScalar(value, draft.value) : undefined;
      if (edit !== undefined) {
        out.push(edit);
        return;
      }
    }
    const loose = alias ? [] : commentTexts(source, this.#reuse, span.start, span, [child]);
    if (flow !== undefined) this.#replaceInFlow(draft, child, isItem, flow, loose, out);
    else if (!alias && value.kind !== 'scalar' && !value.flow) {
      this.#replaceBlock(draft, child, isItem, out);
    } else this.#replaceInBlock(draft, child, isItem, loose, out);
  }

  #replaceInFlow(draft: Draft, child: Child, isItem: boolean, flow: FlowStyle, loose: Texts, out: TextEdit[]): void {
    const source = this.#source;
    const { span } = child;
    const before = source.text.charAt(span.start - 1);
    const colon = !isItem && !source.text.slice(child.start, child.lead).endsWith(':') ? ':' : '';
    const space = colon !== '' || (loose.length > 0 || span.start === span.end ? !/\s/.test(before) : false) ? ' ' : '';
    const pad = source.lineBreak + source.pad(span.start);
    const comments = loose.map((comment) => comment + pad).join('');
    out.push({ span, newText: colon + space + comments + this.#flow.value(draft, flow) });
  }

  /** Replaces a leaf, an alias or a flow collection in a block. */
  #replaceInBlock(draft: Draft, child: Child, isItem: boolean, loose: Texts, out: TextEdit[]): void {
    const source = this.#source;
    const { lineBreak } = source;
    const { span } = child;
    const column = source.column(child.start);
    const written = this.#block.value(draft, column, isItem ? column + 2 : undefined);
    const { text } = written;
    const end = source.bodyEnd(child);
    const between = source.text.slice(child.lead, span.start);
    if (written.block === undefined || isItem) {
      const space = /\s/.test(source.text.charAt(span.start - 1)) ? '' : ' ';
      if (text.includes('\n')) {
        // A comment after the last line of a block scalar would become its text.
        const behind = [...loose, ...commentTexts(source, this.#reuse, span.end, { start: span.end, end }, [])];
        const newText = space + joinAt([text, ...behind], column, lineBreak);
        out.push({ span: { start: span.start, end }, newText });
        return;
      }
      const fits = loose.length === 1 && end === span.end;
      out.push({ span, newText: space + text + (fits ? ` ${loose[0]}` : '') });
      if (!fits && loose.length > 0) {
        out.push({ span: { start: end, end }, newText: joinAt(['', ...loose], column, lineBreak) });
      }
      return;
    }
    if (between.includes('\n')) {
      const trailing = commentTexts(source, this.#reuse, span.end, { start: span.end, end }, []);
      const newText = linesAt([...trailing, ...loose, text], written.column, lineBreak);
      out.push({ span: { start: source.lineStart(span.start), end }, newText });
      return;
    }
    out.push({ span: { start: child.lead + between.trimEnd().length, end: span.end }, newText: '' });
    out.push({ span: { start: end, end }, newText: joinAt(['', ...loose, text], written.column, lineBreak) });
  }

  /** Replaces a block collection. */
  #replaceBlock(draft: Draft, child: Child, isItem: boolean, out: TextEdit[]): void {
    const source = this.#source;
    const column = source.column(child.start);
    const { lineBreak } = source;
    const onLine = !source.ownLine(child.value.start);
    const inner = onLine ? source.column(child.value.start) : isItem ? column + 2 : undefined;
    const { block, text, column: at } = this.#block.value(draft, column, inner);
    const start = onLine ? child.value.start : source.nextLine(child.lead);
    const end = source.afterEnd(child);
    const loose = commentTexts(source, this.#reuse, start, { start, end }, [child]);
    if (onLine) {
      out.push({ span: { start, end }, newText: joinAt([text, ...loose], column, lineBreak) });
      return;
    }
    let below = linesAt([text, ...loose], at, lineBreak);
    if (block === undefined) {
      const [first = '', ...others] = text.split(/\r?\n/);
      below = [...others, ...loose.map((comment) => ' '.repeat(column) + comment)].join(lineBreak);
      const keyEnd =
        source.text
          .slice(child.lead, source.lineEnd(child.lead))
          .replace(/(^|[ \t]+)#.*$/, '')
          .trimEnd().length + child.lead;
      out.push({ span: { start: keyEnd, end: keyEnd }, newText: ` ${first}` });
    }
    if (below !== '') out.push({ span: { start, end }, newText: below });
    else out.push({ span: source.linesBehind({ start, end }), newText: '' });
  }
}

function slotOf(child: Child, inFlow: boolean, isItem: boolean, flow: FlowStyle | undefined): ValueSlot {
  return { value: child.value, alias: child.alias, member: child, inFlow, isItem, flow };
}

/** The entry after which a map's only new field is inserted; -1 for the front. */
function positionOfField(source: Source, map: MapNode, match: FieldMatch, { after }: DraftField): number {
  const at = after === undefined ? -1 : match.entries.findIndex((_, index) => match.stays[index]?.key === after);
  return at < 0 ? usualPosition(source, map, match) : at;
}

function hasRepeats(entries: readonly MapEntry[]): boolean {
  return new Set(entries.map(({ key }) => key)).size < entries.length;
}
