import { textAt } from '../live/json.ts';
import type { ClusterAccess } from './access.ts';
import { explainDeadline, explainFailedRequest, explainReply } from './explain.ts';
import type { Failure } from './failure.ts';
import { type Reply, request } from './request.ts';

/** The limits of reading, and the clock. */
export interface ReadLimits {
  /** For each request. */
  readonly milliseconds: number;
  /** For all requests, in milliseconds; default eight times the limit of one. */
  readonly totalMilliseconds?: number;
  readonly now: () => Date;
  /** Aborts all pending requests. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the current step, for people. */
  readonly onProgress?: ((what: string) => void) | undefined;
}

/** Requests a path and returns the answer; a Failure if there is none, or for an unsuccessful status. */
export type GetPath = (path: string, accept?: string) => Promise<({ readonly ok: true } & Reply) | Failure>;

/** More than any answer of a large cluster. */
const maxBytes = 64 * 1024 * 1024;

/** GET requests to a server, with a limit for each, and a common deadline. */
export function getter(
  access: ClusterAccess,
  { milliseconds, totalMilliseconds = 8 * milliseconds, now, signal }: ReadLimits,
): GetPath {
  const end = performance.now() + totalMilliseconds;
  return async (path, accept = 'application/json') => {
    const remaining = end - performance.now();
    if (remaining <= 0) return explainDeadline(access, totalMilliseconds);
    try {
      const bounds = { milliseconds: Math.min(milliseconds, remaining), bytes: maxBytes, signal };
      const reply = await request(access, path, accept, bounds);
      if (reply.status === 200) return { ok: true, ...reply };
      const explained = explainReply(reply, path, access, now());
      return reply.status === 404 ? { ...explained, isAbsent: true } : explained;
    } catch (thrown) {
      if (performance.now() >= end) return explainDeadline(access, totalMilliseconds);
      return explainFailedRequest(thrown, access, milliseconds);
    }
  };
}

/** The number of concurrent requests: more would be a load, and no faster. */
const maxAtOnce = 8;

/** Processes items a few at a time; results are in the order of the items. */
export async function mapConcurrently<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results.set(index, await each(item));
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, work));
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
