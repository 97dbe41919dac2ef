import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** A server of the site below a sub-path, as for pages of a repository; it compresses responses. */
export interface SiteServer {
  readonly address: string;
  /** The requests since the last call, with the transferred bytes. */
  taken(): readonly { readonly path: string; readonly bytes: number }[];
  close(): Promise<void>;
}

/** Serves a folder at `http://127.0.0.1:PORT/sub/path/`. */
export async function serveSite(folder: string): Promise<SiteServer> {
  let sent: { readonly path: string; readonly bytes: number }[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const path = decodeURIComponent(pathname.replace(/^\/sub\/path\//, '')).replace(/^$/, 'index.html');
    const file = join(folder, path);
    if (
      !pathname.startsWith('/sub/path/') ||
      path.includes('..') ||
      !statSync(file, { throwIfNoEntry: false })?.isFile()
    ) {
      response.writeHead(404).end();
      return;
    }
    const body = gzipSync(readFileSync(file));
    sent.push({ path, bytes: body.length });
    const type = types[extname(path)] ?? 'text/plain';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://127.0.0.1:${port}/sub/path/`,
    taken: () => {
      const all = sent;
      sent = [];
      return all;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
