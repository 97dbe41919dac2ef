import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import type { ClusterAccess } from './access.ts';

/** An answer of a server, as text. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Why a request failed: a system or TLS error, or one of our limits. */
export class RequestFailed extends Error {
  readonly reason: 'error' | 'timeout' | 'too large' | 'cancelled';
  override readonly cause: unknown;

  constructor(reason: RequestFailed['reason'], cause: unknown) {
    super(reason);
    this.reason = reason;
    this.cause = cause;
  }
}

/** The limits of a request. */
export interface RequestBounds {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The body of a write: JSON. */
export interface WriteOptions {
  readonly method: 'POST' | 'PUT';
  readonly body: string;
}

/** Sends a request, by default a GET. Redirections are not followed. Throws {@link RequestFailed}. */
export function request(
  { server, options }: Pick<ClusterAccess, 'server' | 'options'>,
  path: string,
  accept: string,
  { milliseconds, bytes, signal }: RequestBounds,
  writing?: WriteOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const url = new URL(server + path);
    const typed = writing === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = { ...options.headers, Accept: accept, ...typed };
    const asked: RequestOptions = { ...options, method: writing?.method ?? 'GET', headers };
    const sent = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, asked);
    const timer = setTimeout(() => stop(new RequestFailed('timeout', undefined)), milliseconds);
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancelled);
    };
    const stop = (why: RequestFailed): void => {
      done();
      reject(why);
      sent.destroy();
    };
    const cancelled = (): void => stop(new RequestFailed('cancelled', undefined));
    signal?.addEventListener('abort', cancelled);
    if (signal?.aborted === true) cancelled();
    sent.on('error', (cause) => stop(new RequestFailed('error', cause)));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > bytes) stop(new RequestFailed('too large', undefined));
        else chunks.push(chunk);
      });
      response.on('error', (cause) => stop(new RequestFailed('error', cause)));
      response.on('aborted', () => stop(new RequestFailed('error', new Error('the connection was closed'))));
      response.on('end', () => {
        done();
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.end(writing?.body);
  });
}
