import { printable } from '../text/displayWidth.ts';

/** Why definitions cannot be had from where they are published: raised below the façade `publishers.ts`, and caught there. */
export class SourceProblem extends Error {
  readonly remedy: string;
  /** `missing`: the source answers, and does not have it. */
  readonly reason: 'missing' | 'other';

  /** Parts of the texts come from servers and programs: nothing in them may steer a terminal. */
  constructor(message: string, remedy: string, reason: SourceProblem['reason'] = 'other') {
    super(printable(message.replaceAll(/\s+/g, ' ')).slice(0, 1000));
    this.remedy = printable(remedy);
    this.reason = reason;
  }
}

/** The message of what was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
