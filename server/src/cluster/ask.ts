import { textAt } from '../live/json.ts';
import type { ClusterAccess } from './access.ts';
import { explainFailedRequest, explainReply } from './explain.ts';
import type { Failure } from './failure.ts';
import { type Reply, request } from './request.ts';

/** What reading may cost, and what time it is. */
export interface ReadBounds {
  /** For each request. */
  readonly milliseconds: number;
  readonly now: () => Date;
}

/** Asks for a path and gives the answer; a Failure where there is none, or where its status is no success. */
export type Ask = (path: string, accept?: string) => Promise<({ readonly ok: true } & Reply) | Failure>;

/** More than any answer of a large cluster. */
const mostBytes = 64 * 1024 * 1024;

/** Asks a server by GET, within bounds. */
export function asking(access: ClusterAccess, { milliseconds, now }: ReadBounds): Ask {
  return async (path, accept = 'application/json') => {
    try {
      const reply = await request(access, path, accept, { milliseconds, bytes: mostBytes });
      return reply.status === 200 ? { ok: true, ...reply } : explainReply(reply, path, access, now());
    } catch (thrown) {
      return explainFailedRequest(thrown, access, milliseconds);
    }
  };
}

/** The value of a JSON text; undefined for any other text. */
export function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The continuation token of a list; undefined at its end. */
export function continuation(metadata: unknown): string | undefined {
  const token = textAt(metadata, 'continue');
  return token === '' ? undefined : token;
}
