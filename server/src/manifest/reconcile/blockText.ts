import { plainOrQuoted } from '../edit/write.ts';
import type { Node, ScalarNode } from '../node.ts';
import type { Lines } from './block.ts';
import { type Draft, type DraftField, type DraftScalar, isNullDraft } from './draft.ts';
import type { Plan } from './plan.ts';
import { dedent, type Slicer } from './slice.ts';
import { type BlockStyle, blockStyle } from './style.ts';

/** The lines of a value. */
export interface ValueLines {
  /** A block collection, whose lines are indented against itself; else the lines behind the first against what holds it. */
  readonly block: 'map' | 'list' | undefined;
  readonly lines: Lines;
}

/** Writes parts of a draft that stand in blocks. */
export class BlockWriter {
  readonly #plan: Plan;
  readonly #slicer: Slicer;
  readonly #root: Node;
  #known: BlockStyle | undefined;

  constructor(plan: Plan, slicer: Slicer, root: Node) {
    this.#plan = plan;
    this.#slicer = slicer;
    this.#root = root;
  }

  get #style(): BlockStyle {
    this.#known ??= blockStyle(this.#slicer.source, this.#root);
    return this.#known;
  }

  /** A field's lines, indented against its key. */
  field(field: DraftField): Lines {
    const home = this.#plan.home(field);
    if (home !== undefined) return this.#slicer.fieldLines(field, home);
    const { entry, key, value } = field;
    const name = `${plainOrQuoted(key)}:`;
    if (entry?.alias !== undefined && value.origin === entry.value && !entry.merged) {
      return [`${name} ${this.#slicer.source.text.slice(entry.alias.start, entry.alias.end)}`];
    }
    return this.below(name, this.value(value));
  }

  /** What stands in front of a value, with the value. */
  below(name: string, { block, lines }: ValueLines): Lines {
    if (block === undefined) return [`${name} ${lines[0] ?? ''}`.trimEnd(), ...lines.slice(1)];
    return [name, ...indent(lines, block === 'map' ? this.#style.step : this.#style.dash)];
  }

  /** An item's lines, indented against its dash. */
  item(draft: Draft): Lines {
    const { block, lines } = this.value(draft);
    const first = `- ${lines[0] ?? ''}`.trimEnd();
    return [first, ...(block === undefined ? lines.slice(1) : indent(lines.slice(1), 2))];
  }

  /** How much deeper than its key a block collection stands. */
  depth(block: 'map' | 'list'): number {
    return block === 'map' ? this.#style.step : this.#style.dash;
  }

  value(draft: Draft): ValueLines {
    const home = this.#plan.home(draft);
    if (home !== undefined && draft.kind !== 'scalar') {
      const { value } = home.child;
      const block = value.kind === 'scalar' || value.flow ? undefined : value.kind;
      return { block, lines: this.#slicer.valueLines(draft, home) };
    }
    if (draft.kind === 'scalar') return { block: undefined, lines: this.#scalar(draft) };
    if (draft.kind === 'list') {
      if (draft.items.length === 0) return { block: undefined, lines: ['[]'] };
      return { block: 'list', lines: draft.items.flatMap((item) => this.item(item)) };
    }
    const lines = [...draft.fields()].flatMap((field) => this.field(field));
    return lines.length === 0 ? { block: undefined, lines: ['{}'] } : { block: 'map', lines };
  }

  #scalar(draft: DraftScalar): Lines {
    const { origin, value } = draft;
    const kept = origin && this.#kept(origin);
    if (kept !== undefined) return kept;
    if (isNullDraft(draft)) return ['null'];
    if (typeof value !== 'string') return [String(value)];
    return literal(value, this.#style.step) ?? [plainOrQuoted(value)];
  }

  /** The text of a leaf as it stands; undefined where it depends on its place. */
  #kept(origin: ScalarNode): Lines | undefined {
    const { source } = this.#slicer;
    if (origin.start === origin.end) return undefined;
    const block = origin.style === 'literal' || origin.style === 'folded';
    const end = block ? source.bodyEnd({ end: origin.end, value: origin, alias: false }) : origin.end;
    const text = source.text.slice(origin.start, end);
    if (block && /^[|>][-+]?[0-9]/.test(text)) return undefined;
    const column = source.containerColumn(origin.start);
    const [first = '', ...rest] = text.split(/\r?\n/);
    const header = block ? first.replace(/[ \t]+#.*$/, '') : first;
    return [header, ...rest.map((line) => dedent(line, column))];
  }
}

/** A text of several lines as a literal block, where every reader takes it for that text. */
function literal(value: string, step: number): Lines | undefined {
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
  return [end === 1 ? '|' : '|-', ...indent(body.split('\n'), step)];
}

function indent(lines: Lines, by: number): Lines {
  const pad = ' '.repeat(by);
  return lines.map((line) => (line === '' ? line : pad + line));
}
