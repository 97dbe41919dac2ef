import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { base64Bytes, toBase64 } from './bytes.ts';
import { gunzip } from './gunzip.ts';
import { readHelmRelease, writeHelmRelease } from './helmRelease.ts';

const release = {
  name: 'shop',
  namespace: 'prod',
  version: 3,
  info: { status: 'deployed' },
  chart: { metadata: { name: 'shop', version: '1.2.3' }, templates: [] },
  manifest: '---\n# Source: shop/templates/i.yaml\napiVersion: v1\nkind: Service\n',
  hooks: [{ name: 'job', manifest: 'apiVersion: batch/v1\nkind: Job\n', weight: 5 }],
};
const once = (value: unknown) => gzipSync(JSON.stringify(value)).toString('base64');
const twice = (value: unknown) => Buffer.from(once(value)).toString('base64');

describe('bytes', () => {
  it('equal those of Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        assert.equal(toBase64(bytes), text);
        assert.deepEqual(Buffer.from(base64Bytes(text) ?? []), Buffer.from(bytes));
      }),
      { seed: 1 },
    );
  });
});

describe('gzip', () => {
  it('is unpacked as Node unpacks it, at every level', () => {
    const parts = fc.array(fc.oneof(fc.string(), fc.constant('apiVersion: v1\n'), fc.string({ minLength: 200 })));
    fc.assert(
      fc.property(parts, fc.constantFrom(0, 1, 6, 9), (texts, level) => {
        const bytes = Buffer.from(texts.join('').repeat(texts.length));
        const unpacked = gunzip(gzipSync(bytes, { level }), 1 << 24);
        assert.ok(unpacked.ok);
        assert.ok(bytes.equals(unpacked.bytes));
      }),
      { seed: 1, numRuns: 200 },
    );
    const long = Buffer.alloc(300_000, 'ab');
    const stored = gunzip(gzipSync(long, { level: 0 }), 1 << 20);
    assert.ok(stored.ok && long.equals(stored.bytes));
  });

  it('is refused if it is damaged, truncated or too large', () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    assert.deepEqual(gunzip(bomb, 1_000_000), { ok: false, problem: 'it unpacks to more than 1000000 bytes' });
    assert.deepEqual(gunzip(Buffer.from('no'), 100), { ok: false, problem: 'it is not gzip' });
    const whole = gzipSync('x'.repeat(1000) + Math.PI);
    assert.deepEqual(gunzip(whole.subarray(0, 14), 1e6), { ok: false, problem: 'it is damaged or truncated' });
    const named = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0]),
      Buffer.from('a.json\0'),
      gzipSync('{}').subarray(10),
    ]);
    const read = gunzip(named, 100);
    assert.equal(read.ok && Buffer.from(read.bytes).toString(), '{}');
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at % damaged.length] = byte;
        gunzip(damaged, 100_000);
      }),
      { seed: 2, numRuns: 2000 },
    );
  });
});

describe('releases of Helm', () => {
  it('are read from Secrets, ConfigMaps and stringData', () => {
    const { manifest } = release;
    for (const read of [readHelmRelease(twice(release), true), readHelmRelease(once(release), false)]) {
      assert.ok(read.ok);
      const { stored, ...rest } = read.release;
      assert.deepEqual(rest, {
        name: 'shop',
        namespace: 'prod',
        revision: 3,
        status: 'deployed',
        chart: 'shop-1.2.3',
        isServerSide: false,
        manifest,
        hooks: ['apiVersion: batch/v1\nkind: Job\n'],
      });
      assert.deepEqual(stored, release);
    }
  });

  it('say whether Helm 4 applied them server-side', () => {
    for (const [method, isServerSide] of [['ssa', true] as const, ['csa', false] as const]) {
      const read = readHelmRelease(once({ ...release, apply_method: method }), false);
      assert.equal(read.ok && read.release.isServerSide, isServerSide);
    }
  });

  it('are written with another manifest, and are otherwise unchanged', () => {
    const read = readHelmRelease(twice(release), true);
    assert.ok(read.ok);
    const written = writeHelmRelease(read.release, 'm', ['h'], true);
    const again = readHelmRelease(written, true);
    assert.deepEqual(again.ok && again.release.stored, {
      ...release,
      manifest: 'm',
      hooks: [{ name: 'job', manifest: 'h', weight: 5 }],
    });
  });

  it('explain why they cannot be read, without showing their contents', () => {
    const problems = [
      readHelmRelease('%%', true),
      readHelmRelease(twice(release).slice(0, 101), true),
      readHelmRelease(once('text'), false),
      readHelmRelease(once({ name: 'tiller' }), false),
      readHelmRelease(toBase64(gzipSync('{"name"')), false),
      readHelmRelease(once({ ...release, manifest: 'a'.repeat(2_000_000) }), false, 1_000_000),
    ];
    assert.deepEqual(
      problems.map((problem) => (problem.ok ? 'read' : problem.problem)),
      [
        'it is not base64, or is truncated',
        'it is not base64, or is truncated',
        'it does not contain a JSON object',
        'it does not contain a Helm 3 release',
        'it does not contain a JSON object',
        'it unpacks to more than 1000000 bytes',
      ],
    );
  });
});
