/** A tab stop. Stops with the same number have the same text. */
export interface TabStop {
  readonly number: number;
  /** Its initial text, followed by alternatives. Never empty. */
  readonly values: readonly [string, ...string[]];
}

/** Text in pieces, with a tab stop between any two. */
export interface TabStops {
  readonly pieces: readonly string[];
  /** One less than there are pieces. */
  readonly stops: readonly TabStop[];
}

/** How stops are written in texts: `<2:first|second>`. */
export function tabStopText(number: number, values: readonly string[]): string {
  return `<${number}:${values.join('|')}>`;
}

const written = /<(\d+):((?:[^<>\n]|<=|>=)*)>/g;

/** Splits a text at its tab stops; a repeated number need not repeat its alternatives. */
export function cutAtStops(text: string): TabStops {
  const pieces: string[] = [];
  const stops: TabStop[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: number, 2: inner = '' } of text.matchAll(written)) {
    const [first = '', ...others] = inner.split('|');
    pieces.push(text.slice(from, index));
    stops.push({ number: Number(number), values: [first, ...others] });
    from = index + whole.length;
  }
  return { pieces: [...pieces, text.slice(from)], stops };
}

/** The text with the initial values of its tab stops. */
export function fillStops({ pieces, stops }: TabStops): string {
  return pieces.map((piece, index) => `${piece}${stops[index]?.values[0] ?? ''}`).join('');
}
