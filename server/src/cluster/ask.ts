import { textAt } from '../live/json.ts';
import type { ClusterAccess } from './access.ts';
import { explainDeadline, explainFailedRequest, explainReply } from './explain.ts';
import type { Failure } from './failure.ts';
import { type Reply, request } from './request.ts';

/** What reading may cost, and what time it is. */
export interface ReadBounds {
  /** For each request. */
  readonly milliseconds: number;
  /** For all of them, in milliseconds; eight times as long where it is absent. */
  readonly together?: number;
  readonly now: () => Date;
  /** Ends all that is still asked. */
  readonly signal?: AbortSignal | undefined;
  /** Takes what is being read, for people. */
  readonly onProgress?: ((what: string) => void) | undefined;
}

/** Asks for a path and gives the answer; a Failure where there is none, or where its status is no success. */
export type GetPath = (path: string, accept?: string) => Promise<({ readonly ok: true } & Reply) | Failure>;

/** More than any answer of a large cluster. */
const mostBytes = 64 * 1024 * 1024;

/** Asks a server by GET, within bounds: those of each request, and a deadline for all of them. */
export function getter(
  access: ClusterAccess,
  { milliseconds, together = 8 * milliseconds, now, signal }: ReadBounds,
): GetPath {
  const end = performance.now() + together;
  return async (path, accept = 'application/json') => {
    const left = end - performance.now();
    if (left <= 0) return explainDeadline(access, together);
    try {
      const bounds = { milliseconds: Math.min(milliseconds, left), bytes: mostBytes, signal };
      const reply = await request(access, path, accept, bounds);
      return reply.status === 200 ? { ok: true, ...reply } : explainReply(reply, path, access, now());
    } catch (thrown) {
      if (performance.now() >= end) return explainDeadline(access, together);
      return explainFailedRequest(thrown, access, milliseconds);
    }
  };
}

/** Requests that are under way at once: more would be a load, and no faster. */
const mostAtOnce = 8;

/** Does something for each of some items, a few at a time; the results in the order of the items. */
export async function sideBySide<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results.set(index, await each(item));
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, items.length) }, work));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
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
