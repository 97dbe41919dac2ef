import type { TextLine } from './flow.ts';

/** How unknown lines are written so that YAML reads them as part of their parent. */
export type HoleForm = 'item' | 'entry' | 'value';

interface OpenLine extends TextLine {
  /** Begins with a dash. */
  readonly isItem: boolean;
}

/** The state to restore. */
export interface SavedLines {
  readonly line: string;
  readonly open: readonly OpenLine[];
}

/** The lines of a YAML text that later lines can still belong to. */
export class LineStack {
  /** The line that is being written, without its break. */
  line = '';
  #open: readonly OpenLine[] = [];

  /** Takes text that is written. */
  add(text: string): void {
    const lines = text.split('\n');
    for (const [index, part] of lines.entries()) {
      if (index > 0) this.startLine();
      this.line += part;
    }
  }

  /** Ends the current line. */
  startLine(): void {
    const { line } = this;
    this.line = '';
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    if (line.startsWith('---')) {
      this.#open = [];
      return;
    }
    let rest = line.trimEnd();
    let indent = rest.length - rest.trimStart().length;
    const open = this.#open.filter((openLine) => openLine.indent < indent);
    rest = rest.slice(indent);
    // `- - a: b` opens a list, a list in it, and a map in that.
    for (let dash = /^-( +|$)/.exec(rest); dash !== null; dash = /^-( +|$)/.exec(rest)) {
      open.push({ indent, text: dash[1] === '' ? '-' : '- ', isItem: true });
      indent += dash[0].length;
      rest = rest.slice(dash[0].length);
    }
    if (rest !== '') open.push({ indent, text: rest.replace(/\s#.*$/, ''), isItem: false });
    this.#open = open;
  }

  save(): SavedLines {
    return { line: this.line, open: this.#open };
  }

  restore({ line, open }: SavedLines): void {
    this.line = line;
    this.#open = open;
  }

  /** How to write unknown lines at an indentation, with `next` being the next line that is known. */
  formOfHole(indent: number, next: TextLine | undefined): HoleForm {
    const open = this.line.trim() === '' ? this.#open : this.#withLine();
    const above = open.filter((openLine) => openLine.indent <= indent).at(-1);
    const sibling = next !== undefined && next.indent === indent ? next : undefined;
    const siblingForm = sibling && (/^-( |$)/.test(sibling.text) ? 'item' : 'entry');
    if (above === undefined) return siblingForm ?? 'entry';
    if (above.indent === indent) {
      if (above.isItem) return 'item';
      if (opens(above)) return siblingForm ?? 'item';
      return /^[\uE000-\uE002]+$/.test(above.text) ? 'value' : 'entry';
    }
    return opens(above) ? (siblingForm ?? 'value') : 'value';
  }

  /** The lines as if the current one had ended. */
  #withLine(): readonly OpenLine[] {
    const ended = new LineStack();
    ended.restore(this.save());
    ended.startLine();
    return ended.#open;
  }
}

function opens({ text }: OpenLine): boolean {
  return text === '-' || /:(\s+[&!]\S*)*$/.test(text);
}
