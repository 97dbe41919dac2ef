import { applyEdits, type TextEdit } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import type { Draft, DraftField } from './draft.ts';
import type { Home } from './plan.ts';
import { type Source, uncertain } from './source.ts';

/** Finds the edits that make text say what a part of a draft says; they lie within that part's text. */
export interface Editor {
  /** A field at its home, under its new name. */
  field(field: DraftField, home: Home, out: TextEdit[]): void;
  /** A collection at its home. */
  value(draft: Draft, home: Home, out: TextEdit[]): void;
}

/** The text of parts that go elsewhere, changed where they change, as it would stand at its old place. */
export class Slicer {
  readonly source: Source;
  readonly #editor: Editor;

  constructor(source: Source, editor: Editor) {
    this.source = source;
    this.#editor = editor;
  }

  /** The lines of a field, indented against it. */
  fieldLines(field: DraftField, home: Home): readonly string[] {
    const { child, flow, bare } = home;
    const out: TextEdit[] = [];
    this.#editor.field(field, home, out);
    if (flow) {
      if (child.lead === child.start || !/:$/.test(this.source.text.slice(child.start, child.lead))) throw uncertain;
      if (!/\s/.test(this.source.text.charAt(child.lead))) {
        out.push({ span: { start: child.lead, end: child.lead }, newText: ' ' });
      }
      return this.#lines(child, out, this.source.pad(child.start).length, true);
    }
    return this.#lines(
      bare ? { start: child.start, end: this.source.bodyEnd(child) } : this.source.extent(child),
      out,
      this.source.column(child.start),
    );
  }

  /** The lines of a collection: one in brackets is indented against what holds it. */
  valueLines(draft: Draft, home: Home): readonly string[] {
    const { child, bare } = home;
    const { value } = child;
    const out: TextEdit[] = [];
    this.#editor.value(draft, home, out);
    const flow = value.kind === 'scalar' || value.flow;
    const column = flow ? this.source.containerColumn(value.start) : this.source.column(value.start);
    const span = this.source.valueExtent(value, bare);
    return this.#lines(span, out, column);
  }

  /** A field or item of a flow collection, or the value alone, for a place whose lines begin with `pad`. */
  flowText(part: DraftField | Draft, home: Home, pad: string): string {
    const { child } = home;
    const out: TextEdit[] = [];
    const whole = 'key' in part;
    if (whole) this.#editor.field(part, home, out);
    else this.#editor.value(part, home, out);
    const span = whole ? { start: child.start, end: child.end } : { start: child.value.start, end: child.value.end };
    const lines = this.#lines(span, out, this.source.pad(span.start).length, true);
    return lines.join(this.source.lineBreak + pad);
  }

  /** A stretch of text with edits, as lines; a last line goes with its break, so that it can be taken out. */
  #lines({ start, end: lastEnd }: Span, edits: readonly TextEdit[], column: number, tabs = false): readonly string[] {
    const end = lastEnd === this.source.lineEnd(lastEnd) ? this.source.nextLine(lastEnd) : lastEnd;
    const inside = edits.map((edit) => ({
      span: { start: edit.span.start - start, end: edit.span.end - start },
      newText: edit.newText,
    }));
    if (edits.some((edit) => edit.span.start < start || edit.span.end > end)) throw uncertain;
    const text = applyEdits(this.source.text.slice(start, end), mergeEdits(inside));
    if (text === undefined) throw uncertain;
    const ownLine = start === this.source.lineStart(start);
    const lines = (end > lastEnd ? text.replace(/\r?\n$/, '') : text).split(/\r?\n/);
    return lines.map((line, i) => (i === 0 && !ownLine ? line : dedent(line, column, tabs)));
  }
}

/** Edits in the order of the text; those that touch become one. Gives up where they overlap. */
export function mergeEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const merged: TextEdit[] = [];
  for (const edit of [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
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

/** A line without the first blanks, as many as there are up to `column`; tabs count only between brackets. */
export function dedent(line: string, column: number, tabs = false): string {
  let at = 0;
  while (at < column && (line.charCodeAt(at) === 32 || (tabs && line.charCodeAt(at) === 9))) at++;
  return line.slice(at);
}
