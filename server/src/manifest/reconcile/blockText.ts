import { plainOrQuoted } from '../edit/write.ts';
import type { Node, ScalarNode } from '../node.ts';
import { joinAt } from './block.ts';
import { type Draft, type DraftField, type DraftScalar, isNullDraft } from './draft.ts';
import { moved, type Slicer } from './slice.ts';
import { type BlockStyle, blockStyle } from './style.ts';
import type { TextReuse } from './textReuse.ts';

/** The text of a value. */
export interface ValueText {
  /** A block collection; leaves, aliases and flow collections use the column of their parent. */
  readonly block: 'map' | 'list' | undefined;
  /** Its further lines are already indented. */
  readonly text: string;
  /** The column of a block collection; otherwise that of its parent. */
  readonly column: number;
}

/** Writes the parts of a draft that are in blocks. */
export class BlockWriter {
  readonly #reuse: TextReuse;
  readonly #slicer: Slicer;
  readonly #root: Node;
  #known: BlockStyle | undefined;
  #lastName = { key: '', text: '"":' };

  constructor(reuse: TextReuse, slicer: Slicer, root: Node) {
    this.#reuse = reuse;
    this.#slicer = slicer;
    this.#root = root;
  }

  get #style(): BlockStyle {
    this.#known ??= blockStyle(this.#slicer.source, this.#root);
    return this.#known;
  }

  /** A field's text for a key at a column. */
  field(field: DraftField, column: number): string {
    const { entry, key, value } = field;
    if (entry === undefined && value.kind === 'scalar' && value.origin === undefined) {
      if (typeof value.value !== 'string') return `${this.#name(key)} ${value.value}`;
    }
    const home = this.#reuse.reusedText(field);
    if (home !== undefined) return this.#slicer.fieldText(field, home, column);
    const { source } = this.#slicer;
    const name = this.#name(key);
    if (entry?.alias !== undefined && value.origin === entry.value && !entry.merged) {
      return `${name} ${source.text.slice(entry.alias.start, entry.alias.end)}`;
    }
    const written = this.value(value, column);
    if (written.block === undefined) return `${name} ${written.text}`;
    return `${name}${source.lineBreak}${' '.repeat(written.column)}${written.text}`;
  }

  /** A key with its colon. The one before is known: all schemas of a definition get the same field. */
  #name(key: string): string {
    if (key !== this.#lastName.key) this.#lastName = { key, text: `${plainOrQuoted(key)}:` };
    return this.#lastName.text;
  }

  /** An item's text for a dash at a column. */
  item(draft: Draft, column: number): string {
    return `- ${this.value(draft, column, column + 2).text}`;
  }

  /** How much deeper than its key a block collection is indented. */
  depth(block: 'map' | 'list'): number {
    return block === 'map' ? this.#style.step : this.#style.dash;
  }

  /**
   * The text of a value for a key or dash at a column; `inner` is the column of a block collection, if not the usual
   * one.
   */
  value(draft: Draft, column: number, inner?: number): ValueText {
    const home = this.#reuse.reusedText(draft);
    if (home !== undefined && draft.kind !== 'scalar') {
      const { value } = home.child;
      const block = value.kind === 'scalar' || value.flow ? undefined : value.kind;
      const at = block === undefined ? column : (inner ?? column + this.depth(block));
      return { block, text: this.#slicer.valueText(draft, home, at), column: at };
    }
    if (draft.kind === 'scalar') return { block: undefined, text: this.#scalar(draft, column), column };
    const at = inner ?? column + this.depth(draft.kind);
    const members =
      draft.kind === 'list'
        ? draft.items.map((item) => this.item(item, at))
        : Array.from(draft.fields(), (field) => this.field(field, at));
    if (members.length === 0) return { block: undefined, text: draft.kind === 'list' ? '[]' : '{}', column };
    return { block: draft.kind, text: joinAt(members, at, this.#slicer.source.lineBreak), column: at };
  }

  #scalar(draft: DraftScalar, column: number): string {
    const { origin, value } = draft;
    const kept = origin && this.#kept(origin, column);
    if (kept !== undefined) return kept;
    if (isNullDraft(draft)) return 'null';
    if (typeof value !== 'string') return String(value);
    return this.#literal(value, column) ?? plainOrQuoted(value);
  }

  /** The text of a leaf, unchanged; undefined if it depends on its position. */
  #kept(origin: ScalarNode, column: number): string | undefined {
    const { source } = this.#slicer;
    if (origin.start === origin.end) return undefined;
    const block = origin.style === 'literal' || origin.style === 'folded';
    const end = block ? source.bodyEnd({ end: origin.end, value: origin, alias: false }) : origin.end;
    const text = source.text.slice(origin.start, end);
    if (!block && !text.includes('\n')) return text;
    if (block && /^[|>][-+]?[0-9]/.test(text)) return undefined;
    const uncommented = block ? text.replace(/^(\S+)[ \t]+(?:#.*)?/, '$1') : text;
    return moved(uncommented, source.containerColumn(origin.start), ' '.repeat(column));
  }

  /** A text of several lines as a literal block, where every reader takes it for that text. */
  #literal(value: string, column: number): string | undefined {
    if (!value.includes('\n')) return undefined;
    const end = /\n*$/.exec(value)?.[0].length ?? 0;
    const body = value.slice(0, value.length - end);
    if (
      !body.includes('\n') ||
      end > 1 ||
      /^[ \t\n]|[^\n\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/.test(body)
    ) {
      return undefined;
    }
    if (/[ \t](?:\n|$)/.test(body)) return undefined;
    const pad = ' '.repeat(column + this.#style.step);
    const { lineBreak } = this.#slicer.source;
    return [end === 1 ? '|' : '|-', ...body.split('\n').map((line) => (line === '' ? line : pad + line))].join(
      lineBreak,
    );
  }
}
