/** Where the cursor stops to fill something in. Stops of one number are the same text. */
export interface Stop {
  readonly number: number;
  /** What stands there at first; with others after it, what there is to choose from. Never empty. */
  readonly values: readonly [string, ...string[]];
}

/** Text in pieces, with a stop between each two of them. */
export interface TabStops {
  readonly pieces: readonly string[];
  /** One less than there are pieces. */
  readonly stops: readonly Stop[];
}

/** How stops are written in texts: `<2:first|second>`. */
export function stopText(number: number, values: readonly string[]): string {
  return `<${number}:${values.join('|')}>`;
}

const written = /<(\d+):((?:[^<>\n]|<=|>=)*)>/g;

/** Cuts a text with stops in it; one that repeats a number need not repeat what there is to choose from. */
export function cutAtStops(text: string): TabStops {
  const pieces: string[] = [];
  const stops: Stop[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: number, 2: inner = '' } of text.matchAll(written)) {
    const [first = '', ...others] = inner.split('|');
    pieces.push(text.slice(from, index));
    stops.push({ number: Number(number), values: [first, ...others] });
    from = index + whole.length;
  }
  return { pieces: [...pieces, text.slice(from)], stops };
}

/** The text with what is at the stops at first. */
export function filledIn({ pieces, stops }: TabStops): string {
  return pieces.map((piece, index) => `${piece}${stops[index]?.values[0] ?? ''}`).join('');
}
