import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { gzipSync } from 'node:zlib';
import requests from '../../../data/authored/requests.json' with { type: 'json' };
import { type Answer, badRequest, jsonOf, RawBody, Refusal } from './answer.ts';
import type { OwnCertificate } from './certificate.ts';

/** A request with its whole body. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** Answers a request, or throws a Refusal. */
export type Answerer = (request: ApiRequest) => Answer;

/** How a server is protected. */
export interface Protection {
  readonly certificate: OwnCertificate;
  readonly token: string;
}

/** Bodies of this size are worth compressing, as in k8s.io/apiserver pkg/endpoints/handlers/responsewriters. */
const compressFrom = 128 * 1024;

/** An open port. */
export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a target over TLS on the loopback address.
 *
 * @param port 0 for a free one. Rejects if it is in use.
 * @param onBug receives unexpected exceptions; their request gets a 500.
 */
export async function listen(
  answer: Answerer,
  { certificate, token }: Protection,
  port: number,
  onBug: (error: unknown) => void,
): Promise<Listener> {
  const server = createServer({ cert: certificate.certificate, key: certificate.key }, (request, response) => {
    void readBody(request)
      .then((body) => answerTo(request, body))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error.answer;
        onBug(error);
        return new Refusal(500, 'InternalError', 'this is a bug in kubecompat; its output has the details').answer;
      })
      .then((result) => send(result, request, response));
  });
  const answerTo = (request: IncomingMessage, body: Uint8Array): Answer => {
    checkHost(request);
    if (!isToken(request.headers.authorization, token)) throw new Refusal(401, 'Unauthorized', 'Unauthorized');
    const { method = 'GET', headers, url: path = '/' } = request;
    const url = urlOf(path);
    return answer({ method, url, headers, body });
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return { url: `https://127.0.0.1:${portOf(server)}`, close: () => closed(server) };
}

function urlOf(path: string): URL {
  try {
    return new URL(path, 'https://127.0.0.1');
  } catch {
    throw badRequest('the path of the request cannot be read');
  }
}

/** Pages of a browser reach the loopback address under other names (DNS rebinding). */
function checkHost({ headers: { host = '' } }: IncomingMessage): void {
  if (/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)) return;
  throw new Refusal(403, 'Forbidden', `the host ${JSON.stringify(host)} is not served; use 127.0.0.1`);
}

function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

function readBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    request.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length <= requests.maxBytes.value) pieces.push(piece);
      else pieces.length = 0;
    });
    request.on('error', reject);
    request.on('end', () => {
      if (length <= requests.maxBytes.value) return resolve(Buffer.concat(pieces));
      const message = `Request entity too large: limit is ${requests.maxBytes.value}`;
      reject(new Refusal(413, 'RequestEntityTooLarge', message));
    });
  });
}

function send({ status, body, warnings = [] }: Answer, request: IncomingMessage, response: ServerResponse): void {
  const [type, plain] =
    body instanceof RawBody ? [body.type, Buffer.from(body.content)] : ['application/json', Buffer.from(jsonOf(body))];
  const compressed = plain.length >= compressFrom && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const content = compressed ? gzipSync(plain, { level: 1 }) : plain;
  if (warnings.length > 0)
    response.setHeader(
      'warning',
      warnings.map((text) => `299 - ${quoted(text)}`),
    );
  response.writeHead(status, {
    'content-type': type,
    'content-length': content.length,
    'cache-control': 'no-cache, private',
    ...(compressed ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(content);
}

/** Quotes a warning as `NewWarningHeader` in k8s.io/apimachinery pkg/util/net; headers are Latin-1. */
function quoted(text: string): string {
  const printable = text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[\\"]/g, '\\$&');
  return `"${Buffer.from(printable, 'utf8').toString('latin1')}"`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
