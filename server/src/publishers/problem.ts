import { printable } from '../text/displayWidth.ts';

/** Why a source cannot be fetched or stored, with a remedy. {@link attempt} turns it into a result. */
export class SourceProblem extends Error {
  readonly remedy: string;
  /** `missing`: the source answers that it does not have the requested item. */
  readonly reason: 'missing' | 'other';

  /** Parts of the texts come from servers and programs: control characters are replaced. */
  constructor(message: string, remedy: string, reason: SourceProblem['reason'] = 'other') {
    super(printable(message.replaceAll(/\s+/g, ' ')).slice(0, 1000));
    this.remedy = printable(remedy);
    this.reason = reason;
  }
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A failure, as a message with a remedy. */
export interface ActionProblem {
  readonly ok: false;
  readonly message: string;
  readonly remedy: string;
}

/** Runs a function; returns a thrown {@link SourceProblem} as a failure. */
export async function attempt<T>(run: () => T | Promise<T>): Promise<T | ActionProblem> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof SourceProblem)) throw thrown;
    return { ok: false, message: thrown.message, remedy: thrown.remedy };
  }
}
