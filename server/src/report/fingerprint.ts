/**
 * A 64-bit digest of a text as 16 hexadecimal digits: two 32-bit FNV-1a hashes over its UTF-16 units, with different
 * offset bases. It distinguishes the findings of a workspace; it is not cryptographic.
 */
export function digest(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x9e3779b1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x01000193);
  }
  return hex(high) + hex(low);
}

/** All bytes as two hexadecimal digits. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(value: number): string {
  let text = '';
  for (let shift = 24; shift >= 0; shift -= 8) text += bytes[(value >>> shift) & 0xff] ?? '';
  return text;
}

/** The properties that identify a finding, even if its resource moves within the file. */
export interface FindingIdentity {
  readonly file: string;
  readonly target: string;
  readonly code: string;
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Assigns the fingerprints of a file; findings of equal identity get different ones. */
export class Fingerprints {
  readonly #counts = new Map<string, number>();

  of(identity: FindingIdentity): string {
    const { file, target, code, path, apiVersion, kind, namespace, name } = identity;
    const key = [file, target, code, path, apiVersion, kind, namespace, name].join('\n');
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return digest(count === 0 ? key : `${key}\n${count}`);
  }
}
