import { Gunzip } from 'fflate';

/** The unpacked data, or a phrase why unpacking failed. */
export type GunzipResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: string };

/** In bytes. A byte of gzip expands to 1032 at most, so that no piece unpacks to more than some megabytes. */
const pieceSize = 4096;

/**
 * Unpacks gzip (RFC 1952).
 *
 * @param max how many bytes may come out; more is a problem, found before they are kept.
 */
export function gunzip(packed: Uint8Array, max: number): GunzipResult {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b || packed[2] !== 8) return refused('it is not gzip');
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Gunzip((piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  try {
    for (let at = 0; at < packed.length; at += pieceSize) {
      const end = Math.min(at + pieceSize, packed.length);
      stream.push(packed.subarray(at, end), end === packed.length);
      if (length > max) return refused(`it unpacks to more than ${max} bytes`);
    }
  } catch {
    return refused('it is damaged or truncated');
  }
  // Truncated data unpacks partly.
  if (sizeIn(packed) !== length) return refused('it is damaged or truncated');
  return { ok: true, bytes: joined(pieces, length) };
}

/** The original size in the last four bytes (RFC 1952, 2.3.1: ISIZE). */
function sizeIn(packed: Uint8Array): number {
  return packed.subarray(-4).reduceRight((size, byte) => size * 256 + byte, 0);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function refused(problem: string): GunzipResult {
  return { ok: false, problem };
}
