/** What came of unpacking, or why nothing did, as a phrase. */
export type Unpacked =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** Raised and caught in this file alone: reading bits has no other way out of its depth. */
class Damaged extends Error {}

/** Code lengths come in this order (RFC 1951, 3.2.7). */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Unpacks gzip (RFC 1952) of one member without any of Node's modules, so that it works where text is judged.
 *
 * @param most how many bytes may come out; more is a problem, found before they are kept.
 */
export function gunzip(packed: Uint8Array, most: number): Unpacked {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b || packed[2] !== 8) return refused('it is no gzip');
  try {
    const bytes = new Inflater(packed, headerEnd(packed), most).run();
    return { ok: true, bytes };
  } catch (error) {
    if (error instanceof Damaged) return refused(error.message);
    throw error;
  }
}

function refused(problem: string): Unpacked {
  return { ok: false, problem };
}

/** Behind the header with what its flags add: an extra field, a name, a comment, a checksum. */
function headerEnd(packed: Uint8Array): number {
  const flags = packed[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (packed[at] ?? 0) + ((packed[at + 1] ?? 0) << 8);
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const zero = packed.indexOf(0, at);
    if (zero < 0) throw new Damaged('it is cut off');
    at = zero + 1;
  }
  return at + ((flags & 2) === 0 ? 0 : 2);
}

/** Codes of a Huffman tree: how many there are of each length, and their symbols in order. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

class Inflater {
  readonly #input: Uint8Array;
  readonly #most: number;
  #at: number;
  #bits = 0;
  #bitCount = 0;
  #output: Uint8Array;
  #length = 0;

  constructor(input: Uint8Array, at: number, most: number) {
    this.#input = input;
    this.#at = at;
    this.#most = most;
    this.#output = new Uint8Array(Math.min(most, Math.max(1024, input.length * 4)));
  }

  run(): Uint8Array {
    for (let last = false; !last; ) {
      last = this.#take(1) === 1;
      const kind = this.#take(2);
      if (kind === 0) this.#stored();
      else if (kind === 1) this.#compressed(fixedLengths, fixedDistances);
      else if (kind === 2) this.#dynamic();
      else throw new Damaged('it is damaged');
    }
    return this.#output.subarray(0, this.#length);
  }

  #take(count: number): number {
    while (this.#bitCount < count) {
      const byte = this.#input[this.#at++];
      if (byte === undefined) throw new Damaged('it is cut off');
      this.#bits |= byte << this.#bitCount;
      this.#bitCount += 8;
    }
    const value = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#bitCount -= count;
    return value;
  }

  #room(count: number): void {
    const wanted = this.#length + count;
    if (wanted > this.#most) throw new Damaged(`it unpacks to more than ${this.#most} bytes`);
    if (wanted <= this.#output.length) return;
    const larger = new Uint8Array(Math.min(this.#most, Math.max(wanted, this.#output.length * 2)));
    larger.set(this.#output.subarray(0, this.#length));
    this.#output = larger;
  }

  #stored(): void {
    this.#bits = 0;
    this.#bitCount = 0;
    const length = (this.#input[this.#at] ?? 0) | ((this.#input[this.#at + 1] ?? 0) << 8);
    const from = this.#at + 4;
    if (from + length > this.#input.length) throw new Damaged('it is cut off');
    this.#room(length);
    this.#output.set(this.#input.subarray(from, from + length), this.#length);
    this.#length += length;
    this.#at = from + length;
  }

  #dynamic(): void {
    const lengths = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    const own = this.#take(4) + 4;
    const order = new Uint8Array(19);
    for (let i = 0; i < own; i++) order[lengthOrder[i] ?? 0] = this.#take(3);
    const codes = codesOf(order);
    const all = new Uint8Array(lengths + distances);
    for (let i = 0; i < all.length; ) {
      const symbol = this.#symbol(codes);
      if (symbol < 16) all[i++] = symbol;
      else {
        const previous = symbol === 16 ? (all[i - 1] ?? 0) : 0;
        const repeat = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
        all.fill(previous, i, i + repeat);
        i += repeat;
      }
    }
    this.#compressed(codesOf(all.subarray(0, lengths)), codesOf(all.subarray(lengths)));
  }

  #symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= this.#take(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + (code - first)] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damaged('it is damaged');
  }

  #compressed(lengths: Codes, distances: Codes): void {
    for (;;) {
      const symbol = this.#symbol(lengths);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.#room(1);
        this.#output[this.#length++] = symbol;
        continue;
      }
      const length = this.#extended(symbol - 257, lengthBases, lengthExtra);
      const distance = this.#extended(this.#symbol(distances), distanceBases, distanceExtra);
      if (distance > this.#length) throw new Damaged('it is damaged');
      this.#room(length);
      for (let i = 0; i < length; i++) {
        this.#output[this.#length] = this.#output[this.#length - distance] ?? 0;
        this.#length++;
      }
    }
  }

  #extended(at: number, bases: readonly number[], extra: readonly number[]): number {
    const base = bases[at];
    if (base === undefined) throw new Damaged('it is damaged');
    return base + this.#take(extra[at] ?? 0);
  }
}

function codesOf(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(16);
  for (let i = 1; i < 15; i++) offsets[i + 1] = (offsets[i] ?? 0) + (counts[i] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const offset = offsets[length] ?? 0;
    symbols[offset] = symbol;
    offsets[length] = offset + 1;
  }
  return { counts, symbols };
}

/** Lengths and distances with the bits that are added to them (RFC 1951, 3.2.5). */
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const lengthBases = [...bases(lengthExtra.slice(0, 28), 3), 258];
const distanceExtra = [0, 0, 0, 0, ...Array.from({ length: 26 }, (_, at) => 1 + (at >> 1))];
const distanceBases = bases(distanceExtra, 1);

function bases(extra: readonly number[], first: number): readonly number[] {
  let next = first;
  return extra.map((bits) => {
    const base = next;
    next += 1 << bits;
    return base;
  });
}

const fixedLengths = codesOf(
  Uint8Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)),
);
const fixedDistances = codesOf(new Uint8Array(30).fill(5));
