/** Lines that fold under the first one; 0-based, both included. */
export interface FoldedLines {
  readonly start: number;
  readonly end: number;
  readonly kind: 'block' | 'comment' | 'document';
}

interface OpenBlock {
  readonly line: number;
  readonly indent: number;
  /** A list may begin below it without being indented. */
  readonly takesDashes: boolean;
}

/**
 * The folds of a YAML file: documents, indented blocks, multi-line comments, and template branches. Uses only lines, so
 * that incomplete text works; one pass.
 */
export function foldsOf(text: string): readonly FoldedLines[] {
  const folder = new Folder();
  const lines = text.split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) folder.line(line, index);
  return folder.end(lines.length);
}

class Folder {
  readonly #folds: FoldedLines[] = [];
  #open: OpenBlock[] = [];
  /** The open control actions of templates, by their first line. */
  readonly #branches: number[] = [];
  #comments: { readonly start: number; end: number } | undefined;
  #document: number | undefined;
  #documents = 0;
  /** The last line of content, and the last one that is not blank. */
  #last = -1;
  #lastWritten = -1;

  line(line: string, index: number): void {
    const indent = line.search(/\S/);
    if (indent < 0) return;
    if (line.charAt(indent) === '#') {
      if (this.#comments?.end === index - 1) this.#comments.end = index;
      else {
        this.#comment();
        this.#comments = { start: index, end: index };
      }
      return;
    }
    if (/^---(?:\s|$)/.test(line)) {
      this.#closeAll();
      this.#endDocument();
      this.#document = index;
      this.#documents++;
      this.#lastWritten = index;
      return;
    }
    const actions = line.includes('{{') ? [...line.matchAll(/\{\{-?\s*(if|range|with|define|block|else|end)\b/g)] : [];
    for (const [, word = ''] of actions) this.#action(word, index);
    this.#document ??= index;
    this.#lastWritten = index;
    if (line.startsWith('{{', indent)) return;
    this.#content(line, indent, index);
    this.#last = index;
  }

  end(count: number): readonly FoldedLines[] {
    this.#closeAll();
    this.#comment();
    if (this.#documents > 0) this.#endDocument();
    const known = new Set<string>();
    return this.#folds
      .filter(({ start, end }) => start < end && end < count)
      .sort((a, b) => a.start - b.start || b.end - a.end)
      .filter(({ start, end }) => {
        const isNew = !known.has(`${start} ${end}`);
        known.add(`${start} ${end}`);
        return isNew;
      });
  }

  #content(line: string, indent: number, index: number): void {
    const isItem = /^-(?:\s|$)/.test(line.slice(indent));
    while (this.#isEnded(indent, isItem)) this.#close();
    this.#open.push({ line: index, indent, takesDashes: !isItem && /:\s*(?:#.*|[&!]\S+\s*)?$/.test(line) });
  }

  #isEnded(indent: number, isItem: boolean): boolean {
    const top = this.#open.at(-1);
    if (top === undefined || top.indent < indent) return false;
    return top.indent > indent || !(isItem && top.takesDashes);
  }

  #close(): void {
    const block = this.#open.pop();
    if (block !== undefined && block.line < this.#last) this.#add(block.line, this.#last, 'block');
  }

  #closeAll(): void {
    while (this.#open.length > 0) this.#close();
  }

  #action(word: string, index: number): void {
    const isOpening = word !== 'end' && word !== 'else';
    if (!isOpening) {
      const start = this.#branches.pop();
      if (start !== undefined) this.#add(start, index - 1, 'block');
    }
    if (word !== 'end') this.#branches.push(index);
  }

  #comment(): void {
    if (this.#comments !== undefined) this.#add(this.#comments.start, this.#comments.end, 'comment');
    this.#comments = undefined;
  }

  #endDocument(): void {
    if (this.#document !== undefined) this.#add(this.#document, this.#lastWritten, 'document');
    this.#document = undefined;
  }

  #add(start: number, end: number, kind: FoldedLines['kind']): void {
    if (end > start) this.#folds.push({ start, end, kind });
  }
}
