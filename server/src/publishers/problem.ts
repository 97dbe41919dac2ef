import { printable } from '../text/displayWidth.ts';

/** Why definitions cannot be had from where they are published: raised below the façade `publishers.ts`, and caught there. */
export class SourceProblem extends Error {
  readonly remedy: string;
  /** `missing`: the source answers, and does not have it. */
  readonly reason: 'missing' | 'other';

  /** Parts of the texts come from servers and programs: they must not control terminals. */
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

/** Why something cannot be done, as a message with a remedy. */
export interface ActionProblem {
  readonly ok: false;
  readonly message: string;
  readonly remedy: string;
}

/** The result of fetching, or why it failed. */
export async function attempt<T>(run: () => T | Promise<T>): Promise<T | ActionProblem> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof SourceProblem)) throw thrown;
    return { ok: false, message: thrown.message, remedy: thrown.remedy };
  }
}
