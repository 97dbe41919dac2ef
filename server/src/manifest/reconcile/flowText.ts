import { plainOrQuoted, quoted } from '../edit/write.ts';
import { type Draft, type DraftField, type DraftScalar, isNullDraft } from './draft.ts';
import type { Slicer } from './slice.ts';
import type { FlowStyle } from './style.ts';
import type { TextReuse } from './textReuse.ts';

/** Writes the parts of a draft that are in brackets. */
export class FlowWriter {
  readonly #reuse: TextReuse;
  readonly #slicer: Slicer;

  constructor(reuse: TextReuse, slicer: Slicer) {
    this.#reuse = reuse;
    this.#slicer = slicer;
  }

  field(field: DraftField, style: FlowStyle): string {
    const home = this.#reuse.reusedText(field);
    if (home?.flow) return this.#slicer.flowText(field, home, style.lines?.pad ?? '');
    const { entry, key, value } = field;
    const name = style.json ? quoted(key) : plainOrQuoted(key);
    if (entry?.alias !== undefined && value.origin === entry.value) {
      return `${name}: ${this.#slicer.source.text.slice(entry.alias.start, entry.alias.end)}`;
    }
    return `${name}${style.colon}${this.value(value, style)}`;
  }

  /** A value inside a collection of a style. */
  value(draft: Draft, style: FlowStyle): string {
    const home = this.#reuse.reusedText(draft);
    if (home !== undefined && home.child.value.kind !== 'scalar' && home.child.value.flow) {
      return this.#slicer.flowText(draft, home, style.lines?.pad ?? '');
    }
    if (draft.kind === 'scalar') return this.#scalar(draft, style);
    const inner = style.lines && { ...style.lines, pad: style.lines.pad + style.lines.step };
    const inside = { ...style, lines: inner };
    if (draft.kind === 'list')
      return this.#brackets(
        '[',
        ']',
        draft.items.map((item) => this.value(item, inside)),
        style,
      );
    const fields = [...draft.fields()].map((field) => this.field(field, inside));
    return this.#brackets('{', '}', fields, style);
  }

  #brackets(open: string, close: string, members: readonly string[], style: FlowStyle): string {
    if (members.length === 0) return open + close;
    if (style.lines === undefined) return `${open}${members.join(`,${style.gap}`)}${close}`;
    const { lineBreak } = this.#slicer.source;
    const { pad: outer, step } = style.lines;
    const pad = lineBreak + outer + step;
    return `${open}${pad}${members.join(`,${pad}`)}${lineBreak}${outer}${close}`;
  }

  /** A leaf keeps its text if that is allowed in brackets. */
  #scalar(draft: DraftScalar, { json }: FlowStyle): string {
    const { origin, value } = draft;
    if (isNullDraft(draft)) return 'null';
    if (origin !== undefined) {
      const text = this.#slicer.source.text.slice(origin.start, origin.end);
      const fits =
        origin.style === 'plain'
          ? !json && /^[\w.+/-]+$/.test(text)
          : origin.style === 'double' || (!json && origin.style === 'single');
      if (fits && !text.includes('\n')) return text;
    }
    if (typeof value !== 'string') return String(value);
    return json ? quoted(value) : plainOrQuoted(value);
  }
}
