import { applyEdits, sortedEdits, type TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import type { Draft, DraftField } from './draft.ts';
import { type Source, uncertain } from './source.ts';
import type { ReusedText } from './textReuse.ts';

/** Finds the edits that turn the text of a part into its draft; they are within that part's text. */
export interface Editor {
  /** A field at its home, under its new name. */
  field(field: DraftField, home: ReusedText, out: TextEdit[]): void;
  /** A collection at its home. */
  value(draft: Draft, home: ReusedText, out: TextEdit[]): void;
}

/** The text of parts that go elsewhere, changed where they change: cut out at once, and moved to its new column at once. */
export class Slicer {
  readonly source: Source;
  readonly #editor: Editor;

  constructor(source: Source, editor: Editor) {
    this.source = source;
    this.#editor = editor;
  }

  /** A field's text for a key at a column. */
  fieldText(field: DraftField, home: ReusedText, column: number): string {
    const { source } = this;
    const { child, flow, bare } = home;
    const out: TextEdit[] = [];
    this.#editor.field(field, home, out);
    if (flow) {
      if (child.lead === child.start || !/:$/.test(source.text.slice(child.start, child.lead))) throw uncertain;
      if (!/\s/.test(source.text.charAt(child.lead))) {
        out.push({ span: { start: child.lead, end: child.lead }, newText: ' ' });
      }
      return this.#cut(child, out, source.pad(child.start).length, ' '.repeat(column), true);
    }
    const span = bare ? { start: child.start, end: source.bodyEnd(child) } : source.extent(child);
    return this.#cut(span, out, source.column(child.start), ' '.repeat(column));
  }

  /** The text of a collection for a column: that of its parent for a flow collection, otherwise its own. */
  valueText(draft: Draft, home: ReusedText, column: number): string {
    const { source } = this;
    const { value } = home.child;
    const out: TextEdit[] = [];
    this.#editor.value(draft, home, out);
    const flow = value.kind === 'scalar' || value.flow;
    const from = flow ? source.containerColumn(value.start) : source.column(value.start);
    return this.#cut(source.valueExtent(value, home.bare), out, from, ' '.repeat(column));
  }

  /** A field or item of a flow collection, or the value alone, for lines that begin with `pad`. */
  flowText(part: DraftField | Draft, home: ReusedText, pad: string): string {
    const { child } = home;
    const out: TextEdit[] = [];
    const whole = 'key' in part;
    if (whole) this.#editor.field(part, home, out);
    else this.#editor.value(part, home, out);
    const span = whole ? { start: child.start, end: child.end } : { start: child.value.start, end: child.value.end };
    return this.#cut(span, out, this.source.pad(span.start).length, pad, true);
  }

  /** A span of text with edits, {@link moved}; the last line includes its break, so that it can be removed. */
  #cut({ start, end: lastEnd }: Span, edits: readonly TextEdit[], from: number, pad: string, tabs = false): string {
    const { source } = this;
    let text = source.text.slice(start, lastEnd);
    if (edits.length > 0) {
      const end = lastEnd === source.lineEnd(lastEnd) ? source.nextLine(lastEnd) : lastEnd;
      const edited = applyEdits(source.text, mergeEdits(edits), { start, end });
      if (edited === undefined) throw uncertain;
      text = end > lastEnd ? edited.replace(/\r?\n$/, '') : edited;
    }
    return moved(start === source.lineStart(start) ? dedent(text, from, tabs) : text, from, pad, tabs);
  }
}

/**
 * Text with `pad` instead of up to `from` leading blanks on all lines except the first and empty ones; tabs count only
 * in brackets.
 */
export function moved(text: string, from: number, pad: string, tabs = false): string {
  if (!text.includes('\n')) return text;
  const deeper = pad.length - from;
  // Blocks rarely have lines with fewer blanks; all others move alike.
  if (!tabs && !new RegExp(`\\n(?! {${from}}[^\\r\\n]|\\r?\\n|$)`).test(text)) {
    if (deeper >= 0) return deeper === 0 ? text : text.replace(/\n(?=[^\r\n])/g, `\n${' '.repeat(deeper)}`);
    return text.replaceAll(`\n${' '.repeat(-deeper)}`, '\n');
  }
  const [first, ...others] = text.split('\n');
  const lines = others.map((line) => dedent(line, from, tabs));
  return [first, ...lines.map((line) => (/^\r?$/.test(line) ? line : pad + line))].join('\n');
}

/** Edits in text order; adjacent ones are merged. Gives up if they overlap. */
export function mergeEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const merged: TextEdit[] = [];
  for (const edit of sortedEdits(edits)) {
    const last = merged.at(-1);
    if (last === undefined || edit.span.start > last.span.end) {
      merged.push(edit);
      continue;
    }
    if (edit.span.start < last.span.end) throw uncertain;
    merged[merged.length - 1] = {
      span: { start: last.span.start, end: edit.span.end },
      newText: last.newText + edit.newText,
    };
  }
  return merged;
}

/** Text without its first blanks, as many as there are up to `column`. */
function dedent(text: string, column: number, tabs: boolean): string {
  let at = 0;
  while (at < column && (text.charCodeAt(at) === 32 || (tabs && text.charCodeAt(at) === 9))) at++;
  return text.slice(at);
}
