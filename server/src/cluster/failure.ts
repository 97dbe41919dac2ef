import { printable } from '../text/displayWidth.ts';

/** Why a cluster cannot be read, with the remedy. */
export interface Failure {
  readonly ok: false;
  readonly message: string;
  readonly remedy: string;
  /** Whether all later requests fail too: the deadline passed, or the request was cancelled. */
  readonly isFinal?: true;
  /** The server does not have what was requested (404). */
  readonly isAbsent?: true;
}

/** A failure. Parts of the texts come from servers and programs: they must not control terminals. */
export function failure(message: string, remedy: string): Failure {
  return { ok: false, message: printable(message), remedy: printable(remedy) };
}

/** The message of a thrown value, on one line. */
export function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

/** The code that Node gives to an error of the system or of TLS. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
