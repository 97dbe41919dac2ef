import { hash } from 'node:crypto';

/** The SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
