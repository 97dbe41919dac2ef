import assert from 'node:assert/strict';
import { Agent, createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { boundedRequest, RequestFailed } from './boundedRequest.ts';

const bounds = { milliseconds: 60_000, bytes: 10 };

describe('a request with limits', () => {
  let server: Server;
  let url: URL;
  let agent: Agent;
  let sockets: Set<Socket>;
  let requests: string[];

  /** Answers the first request of each connection and closes it at the second, like a server after an idle timeout. */
  beforeEach(async () => {
    sockets = new Set();
    requests = [];
    server = createServer((request, response) => {
      if (sockets.has(request.socket)) {
        request.socket.resetAndDestroy();
        return;
      }
      sockets.add(request.socket);
      requests.push(`${request.method} ${request.url}`);
      response.end(request.url);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });

  afterEach(async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is sent again if a reused connection was closed meanwhile', async () => {
    for (const path of ['/a', '/b', '/c']) {
      const { status, body } = await boundedRequest(new URL(path, url), { agent }, bounds);
      assert.deepEqual([status, body.toString()], [200, path]);
    }
    assert.deepEqual(requests, ['GET /a', 'GET /b', 'GET /c']);
    assert.ok(sockets.size > 1, 'the server closed a connection');
  });

  it('is not sent again if it writes', async () => {
    await boundedRequest(new URL('/a', url), { agent }, bounds);
    await assert.rejects(
      boundedRequest(new URL('/b', url), { agent, method: 'POST' }, bounds, '{}'),
      (thrown) => thrown instanceof RequestFailed && thrown.reason === 'error',
    );
    assert.deepEqual(requests, ['GET /a']);
  });

  it('fails if the response exceeds the limit of bytes', async () => {
    await assert.rejects(
      boundedRequest(new URL('/longer-than-ten', url), { agent }, bounds),
      (thrown) => thrown instanceof RequestFailed && thrown.reason === 'too large',
    );
  });
});
