/** A map or list of a document as its indentation shows it, whether or not the document can be read. */
export interface Outline {
  readonly kind: 'map' | 'list';
  /** The column of its keys or dashes; -1 in flow style. */
  readonly column: number;
  /** Its parent; undefined for the root. */
  readonly parent: Outline | undefined;
  /** The key, or the number of the item, that leads from `parent` here. */
  readonly step: string | number;
  /** The keys of a map with the text after each, without comments and quotes. */
  readonly entries: Map<string, string>;
  /** It begins the text of a literal or folded scalar. */
  readonly isText: boolean;
}

/** From the root of the document down to a map or list, itself included. */
export function chainOf(outline: Outline): readonly Outline[] {
  const chain: Outline[] = [];
  for (let at: Outline | undefined = outline; at !== undefined; at = at.parent) chain.push(at);
  return chain.reverse();
}

/** Where in a document an offset is. */
export interface OutlinePosition {
  /** A key (or an item that may become one), or the value of the key `key`. */
  readonly slot: 'key' | 'value';
  /** The container of the key; for a value the map with its key, or the list in flow style. */
  readonly container: Outline;
  /** The key whose value it is; undefined for a key, and for an item of a list in flow style. */
  readonly key: string | undefined;
  readonly word: Word;
  /** The column for a separate line with this key. */
  readonly column: number;
  readonly flow: boolean;
  /** A colon follows the word. */
  readonly hasColon: boolean;
  /** Whether there is no space between the colon and the word. */
  readonly touchesColon: boolean;
}

/** The text at an offset, without its quotes. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The quote that it begins with. */
  readonly quote: string;
}

/** The word written in a stretch of a text; a quote that was opened may be missing its end. */
export function wordIn(text: string, start: number, end: number): Word {
  const quote = text[start] === '"' || text[start] === "'" ? (text[start] ?? '') : '';
  if (quote === '' || start === end) return { text: text.slice(start, end), start, end, quote: '' };
  const closed = end - start > 1 && text[end - 1] === quote;
  const inner = { start: start + 1, end: closed ? end - 1 : end };
  return { ...inner, text: text.slice(inner.start, inner.end), quote };
}
