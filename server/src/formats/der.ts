/** One DER element: its tag, and the position of its content. */
export interface DerElement {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** The tags of the elements in keys and certificates. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
} as const;

/** The elements inside another one, up to the first that is cut off. */
export function elements(bytes: readonly number[], { start, end }: DerElement): readonly DerElement[] {
  const found: DerElement[] = [];
  for (let at = start; at < end; ) {
    const element = readElement(bytes, at, end);
    if (element === undefined) break;
    found.push(element);
    at = element.end;
  }
  return found;
}

/** The element at an offset; undefined if there is none or it is truncated. */
export function readElement(bytes: readonly number[], at: number, end: number): DerElement | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined || at + 1 >= end) return undefined;
  const extra = first < 0x80 ? 0 : first - 0x80;
  // Four bytes of length are more than any object holds.
  if (first === 0x80 || extra > 4) return undefined;
  const length = extra === 0 ? first : bytes.slice(at + 2, at + 2 + extra).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = at + 2 + extra;
  return start + length > end ? undefined : { tag, start, end: start + length };
}
