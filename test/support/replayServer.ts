/*
 * `<name>.json`: what servers answered to `/version`, `/api` and `/apis` (aggregated discovery), and the relevant
 * lines of `/metrics`; `1.37-with-widgets` has a CustomResourceDefinition and objects, and their lists.
 * `certificates.json` has a certificate authority for tests, valid for a century, a server certificate, and an expired
 * client certificate.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';

/** Recorded answers of a kube-apiserver. */
export interface HttpRecording {
  /** Its flags. */
  readonly flags: readonly string[];
  /** By path and query. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Lines of /metrics. */
  readonly metrics: readonly string[];
  /** The answer of /apis without aggregated discovery. */
  readonly legacy?: unknown;
}

/** An answer in place of the recorded one; null sends none. */
export type Override = { readonly status: number; readonly body: string } | null;

/** A server that answers as recorded. */
export interface Replay {
  readonly url: string;
  /** `GET /version`, in order. */
  readonly requests: readonly string[];
  /** The bodies of writes. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/** Certificates for tests: an authority, and a certificate for 127.0.0.1 and localhost that it has signed. */
export interface TestCertificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  readonly clientKey: string;
  readonly expiredClientCertificate: string;
}

/** The token that a replayed server accepts. */
export const goodToken = 'good-token';

/** The certificates of {@link TestCertificates}. */
export const certificates: TestCertificates = json('certificates');

/** Reads a recording of test/recorded/http. */
export function httpRecording(name: string): HttpRecording {
  return json(name);
}

function json<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../recorded/http/${name}.json`, import.meta.url), 'utf8'));
}

/** Listens on a free port of 127.0.0.1, with TLS. */
export async function startReplay(
  { answers, metrics }: HttpRecording,
  overrides: Readonly<Record<string, Override>> = {},
): Promise<Replay> {
  const requests: string[] = [];
  const bodies: string[] = [];
  const server = createServer(
    { cert: certificates.certificate, key: certificates.key },
    (request: IncomingMessage, response: ServerResponse) => {
      const path = request.url ?? '';
      requests.push(`${request.method} ${path}`);
      if (request.method !== 'GET') {
        const pieces: Buffer[] = [];
        request.on('data', (piece: Buffer) => pieces.push(piece));
        request.on('end', () => bodies.push(Buffer.concat(pieces).toString('utf8')));
      }
      const override = overrides[path];
      if (override === null) return;
      if (override !== undefined) return send(response, override.status, override.body);
      if (request.headers.authorization !== `Bearer ${goodToken}`) return send(response, 401, status('Unauthorized'));
      if (path === '/metrics') return send(response, 200, `${metrics.join('\n')}\n`);
      const answer = answers[path];
      return answer === undefined
        ? send(response, 404, status('not found'))
        : send(response, 200, JSON.stringify(answer));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `https://127.0.0.1:${port}`,
    requests,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A `Status`, like a server's error answer. */
export function status(message: string): string {
  return JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message });
}

/** A kubeconfig, as JSON, with one context. */
export function kubeconfigFor(
  server: string,
  { user = { token: goodToken }, cluster = {} }: { readonly user?: object; readonly cluster?: object } = {},
  context = 'staging',
): string {
  const authority = Buffer.from(certificates.authority).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': context,
    contexts: [{ name: context, context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server, 'certificate-authority-data': authority, ...cluster } }],
    users: [{ name: 'u', user }],
  });
}

function send(response: ServerResponse, code: number, body: string): void {
  response.writeHead(code).end(body);
}
