import { boundedRequest, type RequestLimits } from '../network/boundedRequest.ts';
import type { ClusterAccess } from './access.ts';

/** An answer of a server, as text. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** The body of a write: JSON. */
export interface WriteOptions {
  readonly method: 'POST' | 'PUT';
  readonly body: string;
}

/** Sends a request to an API server, by default a GET. Throws {@link RequestFailed} of `boundedRequest.ts`. */
export async function request(
  { server, options }: Pick<ClusterAccess, 'server' | 'options'>,
  path: string,
  accept: string,
  bounds: RequestLimits,
  writing?: WriteOptions,
): Promise<Reply> {
  const typed = writing === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers = { ...options.headers, Accept: accept, ...typed };
  const method = writing?.method ?? 'GET';
  const { status, body } = await boundedRequest(
    new URL(server + path),
    { ...options, method, headers },
    bounds,
    writing?.body,
  );
  return { status, body: body.toString('utf8') };
}
