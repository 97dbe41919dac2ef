/* The used part of `node:crypto`: SHA-256, which browsers only have asynchronously. */

/** The fractional parts of roots of the first primes, as FIPS 180-4 defines the constants. */
const primes = firstPrimes(64);
const rounds = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** The digest of its updates. */
class Hash {
  #text: number[] = [];

  update(data: string | Uint8Array): this {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    for (const byte of bytes) this.#text.push(byte);
    return this;
  }

  digest(encoding: 'hex' | 'base64'): string {
    const bytes = sha256(Uint8Array.from(this.#text));
    if (encoding === 'base64') return btoa(String.fromCharCode(...bytes));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** A digest of texts or bytes that come in turn. */
export function createHash(_: 'sha256'): Hash {
  return new Hash();
}

/** The digest of one text, or of bytes. */
export function hash(_: 'sha256', data: string | Uint8Array, encoding: 'hex' | 'base64'): string {
  return new Hash().update(data).digest(encoding);
}

function sha256(text: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((text.length + 9) / 64) * 64));
  text.forEach((byte, at) => {
    padded.setUint8(at, byte);
  });
  padded.setUint8(text.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(text.length) * 8n);
  const state = Uint32Array.from(start);
  for (let block = 0; block < padded.byteLength; block += 64) mix(state, padded, block);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => {
    digest.setUint32(at * 4, word);
  });
  return new Uint8Array(digest.buffer);
}

/** One block of 64 bytes, by section 6.2.2 of FIPS 180-4. */
function mix(state: Uint32Array, text: DataView, block: number): void {
  const words = new Uint32Array(64);
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 64; at++) {
    if (at < 16) words[at] = text.getUint32(block + at * 4);
    else {
      const before = word(at - 15);
      const near = word(at - 2);
      const first = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3);
      const second = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[at] = word(at - 16) + first + word(at - 7) + second;
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const chosen = (e & f) ^ (~e & g);
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (rounds[at] ?? 0) + word(at)) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => {
    state[at] = (state[at] ?? 0) + value;
  });
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
