import { hash } from 'node:crypto';

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits: tells it from every other one. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
