import assert from 'node:assert/strict';
import { BuildQueue } from './buildQueue.ts';

/** Builds that run until a test ends them. */
class Work {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly #signals = new Map<string, AbortSignal>();

  readonly run = (key: string, signal: AbortSignal): Promise<void> => {
    this.begun.push(key);
    this.#signals.set(key, signal);
    return new Promise((resolve) => this.#ends.set(key, resolve));
  };

  isCancelled(key: string): boolean | undefined {
    return this.#signals.get(key)?.aborted;
  }

  async end(key: string): Promise<void> {
    this.#ends.get(key)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the queue of builds', () => {
  const never = new AbortController().signal;

  it('runs a limited number of builds at once, in the order of the requests', async () => {
    const work = new Work();
    const queue = new BuildQueue(work.run, { quietMs: 0, concurrency: 2 });
    for (const key of ['a', 'b', 'c', 'd']) queue.ask(key);
    assert.deepEqual(work.begun, ['a', 'b']);
    assert.ok(queue.isAsked('c') && !queue.isAsked('a'));
    await work.end('b');
    await work.end('a');
    assert.deepEqual(work.begun, ['a', 'b', 'c', 'd']);
    await work.end('c');
    assert.ok(!queue.isIdle);
    await work.end('d');
    assert.ok(queue.isIdle);
  });

  it('starts a build once for many requests, after the last of them', async () => {
    const work = new Work();
    const queue = new BuildQueue(work.run, { quietMs: 5, concurrency: 2 });
    queue.ask('a');
    queue.ask('a');
    assert.deepEqual(work.begun, []);
    assert.ok(queue.isAsked('a'));
    const settled = queue.settled(never);
    while (work.begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await work.end('a');
    await settled;
    assert.deepEqual(work.begun, ['a']);
  });

  it('cancels a build that is requested again, and restarts it when it has ended', async () => {
    const work = new Work();
    const queue = new BuildQueue(work.run, { quietMs: 0, concurrency: 2 });
    queue.ask('a');
    assert.equal(work.isCancelled('a'), false);
    queue.ask('a');
    assert.equal(work.isCancelled('a'), true);
    assert.deepEqual(work.begun, ['a'], 'never two at a time');
    await work.end('a');
    assert.deepEqual(work.begun, ['a', 'a']);
    assert.equal(work.isCancelled('a'), false);
    await work.end('a');
    assert.ok(queue.isIdle);
  });

  it('forgets the builds of earlier requests', async () => {
    const work = new Work();
    const queue = new BuildQueue(work.run, { quietMs: 1, concurrency: 1 });
    queue.ask('a', 0);
    queue.ask('b', 0);
    queue.ask('c');
    queue.forget();
    assert.equal(work.isCancelled('a'), true);
    const settled = queue.settled(never);
    await work.end('a');
    await settled;
    assert.deepEqual(work.begun, ['a']);
  });

  it('returns immediately to callers that do not wait', async () => {
    const work = new Work();
    const queue = new BuildQueue(work.run, { quietMs: 0, concurrency: 1 });
    queue.ask('a');
    const abort = new AbortController();
    const settled = queue.settled(abort.signal);
    abort.abort();
    await settled;
    assert.ok(!queue.isIdle);
    await queue.settled(AbortSignal.abort());
  });
});
