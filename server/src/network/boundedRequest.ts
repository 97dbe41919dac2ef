import { type ClientRequest, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';

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
export interface RequestLimits {
  readonly milliseconds: number;
  /** The maximum length of the body. */
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer of a server, with any status. */
export interface BoundedReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends a request, by default a GET. Redirections are not followed. Throws {@link RequestFailed}.
 *
 * A GET is sent again if the server closed the kept connection meanwhile: Node's documentation of
 * `request.reusedSocket` asks callers to do so.
 */
export async function boundedRequest(
  url: URL,
  options: RequestOptions,
  bounds: RequestLimits,
  body?: string,
): Promise<BoundedReply> {
  const end = performance.now() + bounds.milliseconds;
  try {
    return await send(url, options, bounds, body);
  } catch (thrown) {
    if (!(thrown instanceof ClosedMeanwhile)) throw thrown;
    const remaining = Math.max(1, end - performance.now());
    return send(url, { ...options, agent: false }, { ...bounds, milliseconds: remaining }, body);
  }
}

/** The server closed a kept connection before it read the request. */
class ClosedMeanwhile extends RequestFailed {}

function send(
  url: URL,
  options: RequestOptions,
  { milliseconds, bytes, signal }: RequestLimits,
  body: string | undefined,
): Promise<BoundedReply> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options);
    const timer = setTimeout(() => stop(new RequestFailed('timeout', undefined)), milliseconds);
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancelled);
    };
    const stop = (why: RequestFailed): void => {
      done();
      reject(why);
      request.destroy();
    };
    const cancelled = (): void => stop(new RequestFailed('cancelled', undefined));
    signal?.addEventListener('abort', cancelled);
    if (signal?.aborted === true) cancelled();
    request.on('error', (cause) =>
      stop(
        wasClosedMeanwhile(request, cause) ? new ClosedMeanwhile('error', cause) : new RequestFailed('error', cause),
      ),
    );
    request.on('response', (response) => {
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
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    request.end(body);
  });
}

/** Only a GET may be sent again: the server may have acted on any other. */
function wasClosedMeanwhile(request: ClientRequest, cause: unknown): boolean {
  const isReset = cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
  return request.reusedSocket && request.method === 'GET' && isReset;
}
