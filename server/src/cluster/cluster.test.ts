import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { resolveFlags } from '../../../test/harness/recorded.ts';
import { clusterBench } from '../../../test/support/clusterBench.ts';
import {
  certificates,
  goodToken,
  httpRecording,
  kubeconfigFor,
  type Override,
  status,
} from '../../../test/support/replayServer.ts';
import { formatTarget } from '../targets/format.ts';
import { readLiveCopy } from '../workspace/settings/liveCopies.ts';
import { readLiveTexts } from '../workspace/settings/liveTexts.ts';

describe('reading a live cluster', () => {
  const bench = clusterBench();
  const { replay, kubeconfig, refresh, refused } = bench;

  for (const name of ['1.34', '1.37-emulating-1.35', '1.37-with-widgets']) {
    it(`derives the target from the flags of the recorded server ${name}`, async () => {
      const { flags } = httpRecording(name);
      const { url, requests } = await replay(name);
      const found = await refresh(kubeconfig(kubeconfigFor(url)));
      assert.ok(found.ok, found.ok ? '' : found.message);
      const { surface, target, notes } = found.derived;
      const expected = resolveFlags(name.slice(0, 4), flags);
      assert.ok(expected.ok);
      assert.equal(formatTarget(target), formatTarget(expected.surface.target));
      assert.deepEqual(surface.resources, expected.surface.resources);
      assert.deepEqual([...surface.gates], [...expected.surface.gates]);
      assert.deepEqual(surface.versions, expected.surface.versions);
      const unread = name === '1.37-with-widgets' ? [] : [/CustomResourceDefinitions cannot be read/];
      assert.equal(notes.length, unread.length, notes.join('\n'));
      for (const [index, pattern] of unread.entries()) assert.match(notes[index] ?? '', pattern);
      assert.ok(requests.every((request) => request.startsWith('GET ')));
    });
  }

  it('keeps a copy that reads back the same and contains no secrets', async () => {
    const { url } = await replay('1.37-with-widgets');
    const found = await refresh(kubeconfig(kubeconfigFor(url)));
    assert.ok(found.ok);
    const copy = readLiveCopy(bench.folder, 'live', 'staging');
    assert.ok(copy.ok);
    assert.deepEqual(copy.snapshot, found.snapshot);
    assert.equal(readFileSync(join(bench.folder, '.kubecompat/.gitignore'), 'utf8'), '*\n');
    const written = readdirSync(join(bench.folder, '.kubecompat/live')).map((file) =>
      readFileSync(join(bench.folder, '.kubecompat/live', file), 'utf8'),
    );
    assert.equal(written.length, 2);
    assert.ok(!written.join('').includes(goodToken));
    assert.ok(!readLiveCopy(bench.folder, 'live', 'production').ok, 'the copy of another context does not count');
  });

  it("keeps the server's descriptions of fields, and works without them", async () => {
    const document = {
      components: {
        schemas: { 'io.k8s.api.apps.v1.DeploymentSpec': { properties: { replicas: { description: 'How many.' } } } },
      },
    };
    const overrides: Record<string, Override> = {
      '/openapi/v3': { status: 200, body: '{"paths":{"apis/apps/v1":{},"apis/batch/v1":{}}}' },
      '/openapi/v3/apis/apps/v1': { status: 200, body: JSON.stringify(document) },
      '/openapi/v3/apis/batch/v1': { status: 503, body: status('the server is currently unable') },
    };
    const { url } = await replay('1.37-with-widgets', overrides);
    const file = kubeconfig(kubeconfigFor(url));
    const found = await refresh(file);
    assert.ok(found.ok);
    assert.deepEqual(found.derived.notes, [], 'no verdict depends on it');
    const live = { kind: 'live', name: 'live', context: 'staging' } as const;
    const textsNow = () => {
      const copy = readLiveCopy(bench.folder, live.name, live.context);
      assert.ok(copy.ok);
      return copy.texts;
    };
    const texts = textsNow();
    const owner = found.derived.surface.rootType({ group: 'apps', version: 'v1', kind: 'Deployment' });
    const spec = owner?.fields.get('spec')?.type;
    const replicas = spec?.kind === 'object' ? spec.type.fields.get('replicas') : undefined;
    assert.ok(texts !== undefined && spec?.kind === 'object' && replicas !== undefined);
    assert.equal(readLiveTexts(texts)?.ofField(spec.type, replicas), 'How many.');

    overrides['/openapi/v3'] = { status: 404, body: status('not found') };
    assert.ok((await refresh(file)).ok);
    assert.equal(textsNow(), undefined);
    assert.ok(!existsSync(texts), 'what nobody refers to is gone');
  });

  it('writes nothing through a link that leads out of the workspace', async () => {
    const { url } = await replay('1.34');
    symlinkSync(bench.home, join(bench.folder, '.kubecompat'));
    const file = kubeconfig(kubeconfigFor(url));
    const found = await refresh(file);
    assert.ok(!found.ok);
    assert.match(found.message, /leads out of the workspace/);
    assert.deepEqual(readdirSync(bench.home), ['kubeconfig']);
  });

  it('reports what is unknown if /metrics is forbidden, and assumes the defaults', async () => {
    const { url } = await replay('1.37-emulating-1.35', {
      '/metrics': { status: 403, body: status('metrics is forbidden: User "dev" cannot get path "/metrics"') },
    });
    const found = await refresh(kubeconfig(kubeconfigFor(url)));
    assert.ok(found.ok);
    const { notes, target } = found.derived;
    assert.ok(notes.some((note) => /\/metrics cannot be read.*\(403\).*User "dev"/.test(note)));
    assert.ok(notes.some((note) => /feature gates are not known/.test(note)));
    assert.deepEqual(target.featureGates, []);
    assert.equal(target.emulatedVersion, '1.35');
  });

  it('reads discovery that is not aggregated, and versions with fewer fields', async () => {
    const { url } = await replay('1.34', {
      '/version': { status: 200, body: '{"major":"1","minor":"34+","gitVersion":"v1.34.4-eks-1a2b"}' },
      '/api': { status: 200, body: '{"kind":"APIVersions","versions":["v1"]}' },
      '/api/v1': {
        status: 200,
        body: '{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","namespaced":true,"kind":"Pod","verbs":["get"]},{"name":"pods/log","namespaced":true,"kind":"Pod","verbs":["get"]}]}',
      },
      '/apis': {
        status: 200,
        body: '{"kind":"APIGroupList","groups":[{"name":"metrics.k8s.io","versions":[{"groupVersion":"metrics.k8s.io/v1beta1","version":"v1beta1"}]}]}',
      },
      '/apis/metrics.k8s.io/v1beta1': {
        status: 503,
        body: status('the server is currently unable to handle the request'),
      },
    });
    const messages: string[] = [];
    const found = await refresh(kubeconfig(kubeconfigFor(url)), { onProgress: (what) => messages.push(what) });
    assert.ok(messages.includes('what it serves, 1 of 1 versions'), messages.join('; '));
    assert.ok(found.ok);
    const { resources, staleGroups, version } = found.snapshot;
    assert.deepEqual(
      resources.map(({ resource, namespaced }) => [resource, namespaced]),
      [['pods', true]],
    );
    assert.deepEqual(staleGroups, ['metrics.k8s.io']);
    assert.equal(version.gitVersion, 'v1.34.4-eks-1a2b');
    assert.equal(version.emulation, 34, 'of version_info');
    assert.ok(found.derived.notes.some((note) => note.includes('Several API servers answer')));
  });

  const answers: readonly (readonly [
    title: string,
    overrides: Readonly<Record<string, Override>>,
    reported: RegExp,
  ])[] = [
    [
      'a forbidden request',
      { '/version': { status: 403, body: status('no') } },
      /forbids this user to read \/version \(403\): no/,
    ],
    [
      'a response with control characters',
      { '/version': { status: 403, body: status('\u001b[2Jno') } },
      /\(403\): \uFFFD\[2Jno;/,
    ],
    [
      'an invalid version',
      { '/version': { status: 200, body: '{"major":"1","minor":"34","gitVersion":"\\u001b[2J"}' } },
      /not answer as a Kubernetes API server/,
    ],
    ['an internal error of the server', { '/apis': { status: 500, body: 'x' } }, /cannot answer now: 500; try again/],
    [
      'a server of another kind',
      { '/version': { status: 404, body: '<html>' } },
      /not answer as a Kubernetes API server/,
    ],
    [
      'a response that is not JSON',
      { '/version': { status: 200, body: '<html>' } },
      /not answer as a Kubernetes API server/,
    ],
    ['JSON of another form', { '/apis': { status: 200, body: '[1]' } }, /\/apis serves no discovery/],
    ['a redirect', { '/version': { status: 302, body: '' } }, /\/version returns 302/],
    [
      'a server newer than the catalogue',
      { '/version': { status: 200, body: '{"major":"1","minor":"99","gitVersion":"v1.99.0"}' } },
      /Kubernetes 1\.99; this build knows .*kubecompat catalogue update/,
    ],
    [
      'a server older than the catalogue',
      { '/version': { status: 200, body: '{"major":"1","minor":"2","gitVersion":"v1.2.0"}' } },
      /Kubernetes 1\.2; this build knows .*oldest known version/,
    ],
  ];
  for (const [title, overrides, regExp] of answers) {
    it(`explains ${title}`, async () => {
      const { url } = await replay('1.37-emulating-1.35', overrides);
      assert.match(await refused(kubeconfig(kubeconfigFor(url))), regExp);
    });
  }

  it('explains a server that does not answer in time', async () => {
    const { url } = await replay('1.34', { '/version': null });
    assert.match(
      await refused(kubeconfig(kubeconfigFor(url)), { milliseconds: 50 }),
      /did not answer within 0\.05 seconds/,
    );
  });

  it('explains a server that takes too long for all requests together', async () => {
    const groups = Array.from({ length: 400 }, (_, index) => `g${index}.example.com/v1`);
    const legacy = {
      kind: 'APIGroupList',
      groups: groups.map((groupVersion) => ({ versions: [{ groupVersion }], preferredVersion: { groupVersion } })),
    };
    const unanswered = Object.fromEntries(groups.map((groupVersion) => [`/apis/${groupVersion}`, null]));
    const apis = { status: 200, body: JSON.stringify(legacy) };
    const { url, requests } = await replay('1.34', { '/apis': apis, ...unanswered });
    const bounds = { milliseconds: 3_600_000, totalMilliseconds: 3_000 };
    const refusal = await refused(kubeconfig(kubeconfigFor(url)), bounds);
    assert.match(refusal, /did not answer all requests within 3 seconds; .*--timeout/);
    assert.ok(requests.length < 20, 'a few at a time are asked');
  });

  it('ends when it is cancelled', async () => {
    const { url } = await replay('1.34', { '/metrics': null });
    const abort = new AbortController();
    const reading = refused(kubeconfig(kubeconfigFor(url)), {
      milliseconds: 3_600_000,
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 100);
    assert.match(await reading, /was cancelled/);
  });

  it('explains an unreachable server', async () => {
    const started = await replay('1.34');
    await started.close();
    assert.match(await refused(kubeconfig(kubeconfigFor(started.url))), /refuses connections/);
  });

  it('explains a server without TLS', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const address = plain.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    assert.match(
      await refused(kubeconfig(kubeconfigFor(`https://127.0.0.1:${port}`))),
      /TLS with|closed the connection/,
    );
    plain.close();
  });

  it('explains an untrusted certificate, and one for another name', async () => {
    const { url } = await replay('1.34');
    const untrusting = { cluster: { 'certificate-authority-data': undefined } };
    assert.match(await refused(kubeconfig(kubeconfigFor(url, untrusting))), /untrusted authority/);
    const other = { cluster: { 'tls-server-name': 'other.example' } };
    assert.match(await refused(kubeconfig(kubeconfigFor(url, other))), /certificate for another host name/);
  });

  it('explains credentials that are wrong, and those that have expired', async () => {
    const { url } = await replay('1.34');
    const claims = Buffer.from('{"exp":1600000000}').toString('base64url');
    const users: readonly (readonly [object, RegExp])[] = [
      [{ token: 'bad' }, /does not accept the credentials of context staging \(401\)/],
      [{}, /does not accept the credentials/],
      [{ token: `e30.${claims}.x` }, /token of the kubeconfig expired 2020-09-13 12:26 UTC/],
      [
        {
          'client-certificate-data': Buffer.from(certificates.expiredClientCertificate).toString('base64'),
          'client-key-data': Buffer.from(certificates.clientKey).toString('base64'),
        },
        /client certificate of the kubeconfig expired/,
      ],
    ];
    for (const [user, regExp] of users) {
      assert.match(
        await refused(kubeconfig(kubeconfigFor(url, { user })), { now: () => new Date('2126-12-31T00:00:00Z') }),
        regExp,
      );
    }
  });

  it('explains missing, invalid and incomplete kubeconfigs', async () => {
    assert.match(await refused(join(bench.home, 'none')), /none does not exist/);
    assert.match(await refused(kubeconfig('a: 1\n')), /is not a kubeconfig/);
    assert.match(await refused(kubeconfig('{"contexts": [')), /is not a kubeconfig/);
    const file = kubeconfig(kubeconfigFor('https://127.0.0.1:1'));
    assert.match(await refused(file, { context: 'stagin' }), /no context "stagin"; did you mean staging\?/);
    assert.match(await refused(file, { context: 'x' }), /no context "x"; it has staging/);
    const http = kubeconfig(kubeconfigFor('http://127.0.0.1:1'));
    assert.match(await refused(http), /insecure-skip-tls-verify: true/);
  });
});
