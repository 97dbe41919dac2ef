import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { pack } from 'tar-stream';

/** A server's answer for a path; status 200 by default. */
export interface PublishedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Answers by path and query; null closes the connection without any. */
export type PublishedAnswers = Readonly<
  Record<string, string | Uint8Array | PublishedAnswer | null | ((authorization: string) => PublishedAnswer)>
>;

/** A server that acts as a publisher of definitions. */
export interface PublishingServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly host: string;
  /** `GET /path`, in order. */
  readonly requests: readonly string[];
  /** Sets the answers to later requests. */
  answer(answers: PublishedAnswers): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1; unknown paths do not exist. */
export async function startPublishing(): Promise<PublishingServer> {
  const requests: string[] = [];
  let answers: PublishedAnswers = {};
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const known = Object.hasOwn(answers, request.url ?? '') ? answers[request.url ?? ''] : undefined;
    if (known === null) {
      request.socket.destroy();
      return;
    }
    const given = typeof known === 'function' ? known(request.headers.authorization ?? '') : known;
    const { status, headers, body } =
      typeof given === 'string' || given instanceof Uint8Array
        ? { status: 200, headers: {}, body: given }
        : { status: given === undefined ? 404 : (given.status ?? 200), headers: given?.headers, body: given?.body };
    response.writeHead(status, headers);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    answer: (given) => {
      answers = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An entry of an archive: a file with a text, or a link. */
export type ArchiveEntries = Readonly<Record<string, string | { readonly link: string }>>;

/** A compressed tar archive. Names are written unchanged. */
export async function tarGz(entries: ArchiveEntries): Promise<Buffer> {
  const archive = pack();
  for (const [name, entry] of Object.entries(entries)) {
    if (typeof entry === 'string') archive.entry({ name }, entry);
    else archive.entry({ name, type: 'symlink', linkname: entry.link });
  }
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

/** A zip archive. Names are written unchanged. */
export function zip(entries: Readonly<Record<string, string>>): Buffer {
  const files = Object.entries(entries).map(([name, text]) => [name, new Uint8Array(Buffer.from(text))] as const);
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 1 }));
}
