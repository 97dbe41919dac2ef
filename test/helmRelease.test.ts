import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyze } from '../server/src/analyze.ts';
import { helmFolder } from './harness/helm.ts';
import { inputs } from './harness/inputs.ts';
import { surfaceOf } from './harness/surfaces.ts';

const chart = `apiVersion: v2\nname: shop\nversion: 1.2.3\n`;
const template = `apiVersion: extensions/v1beta1
kind: Ingress
metadata:
  name: web
spec:
  backend: { serviceName: web, servicePort: 80 }
---
apiVersion: v1
kind: Secret
metadata:
  name: pass
stringData:
  word: hunter-two
`;

/** Answers the requests that Helm needs, and stores its objects. */
function fakeCluster(stored: Map<string, string>): Server {
  const resource = (name: string, kind: string) => ({ name, kind, namespaced: true, verbs: ['create', 'get', 'list'] });
  const answers: Readonly<Record<string, unknown>> = {
    '/version': { major: '1', minor: '21', gitVersion: 'v1.21.14' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        {
          name: 'extensions',
          versions: [{ groupVersion: 'extensions/v1beta1', version: 'v1beta1' }],
          preferredVersion: { groupVersion: 'extensions/v1beta1', version: 'v1beta1' },
        },
      ],
    },
    '/api/v1': {
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [resource('secrets', 'Secret'), resource('configmaps', 'ConfigMap')],
    },
    '/apis/extensions/v1beta1': {
      kind: 'APIResourceList',
      groupVersion: 'extensions/v1beta1',
      resources: [resource('ingresses', 'Ingress')],
    },
  };
  const send = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('latin1');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const [path = ''] = (request.url ?? '').split('?', 1);
      const answer = answers[path];
      if (answer !== undefined) return send(response, 200, answer);
      if (request.method === 'POST' || request.method === 'PUT') {
        const status = request.method === 'POST' ? 201 : 200;
        if (!body.includes('sh.helm.release.v1.')) return send(response, status, body);
        const object = JSON.stringify(keptObject(body, path.includes('/secrets') ? 'Secret' : 'ConfigMap'));
        stored.set('release', object);
        return send(response, status, object);
      }
      if (/\/(?:secrets|configmaps)$/.test(path)) {
        const kind = path.endsWith('secrets') ? 'SecretList' : 'ConfigMapList';
        return send(response, 200, { kind, apiVersion: 'v1', metadata: {}, items: [] });
      }
      return send(response, 404, {
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'NotFound',
        code: 404,
      });
    });
  });
}

/** Helm sends stored objects as protobuf; a cluster returns them as JSON, with the bytes of a Secret as base64. */
function keptObject(protobuf: string, kind: 'Secret' | 'ConfigMap') {
  const release = /H4sI[A-Za-z0-9+/]+=*/.exec(protobuf)?.[0] ?? '';
  const name = /sh\.helm\.release\.v1\.shop\.v\d+/.exec(protobuf)?.[0] ?? '';
  const metadata = { name, labels: { name: 'shop', owner: 'helm', version: '1' } };
  const data = { release: kind === 'Secret' ? Buffer.from(release).toString('base64') : release };
  const type = kind === 'Secret' ? { type: 'helm.sh/release.v1' } : {};
  return { apiVersion: 'v1', kind, metadata, data, ...type };
}

function findingsIn(text: string, target: string) {
  const { resources, notJudged } = analyze(text, inputs('release.json', [surfaceOf(target)]));
  const found = resources.flatMap(({ resource, verdicts }) =>
    verdicts.flatMap(({ findings }) => findings.map((finding) => ({ resource, finding }))),
  );
  return { resources, found, notJudged };
}

describe('releases that a real Helm stores', () => {
  for (const [driver, kind] of [
    ['secret', 'Secret'],
    ['configmap', 'ConfigMap'],
  ] as const) {
    it(`are read from the ${kind} that it writes, and checked`, async function () {
      this.timeout(600_000);
      const helm = join(helmFolder(this), 'helm');
      const folder = mkdtempSync(join(tmpdir(), 'kubecompat-release-'));
      const stored = new Map<string, string>();
      const server = fakeCluster(stored);
      try {
        mkdirSync(join(folder, 'shop', 'templates'), { recursive: true });
        writeFileSync(join(folder, 'shop', 'Chart.yaml'), chart);
        writeFileSync(join(folder, 'shop', 'templates', 'all.yaml'), template);
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const address = server.address();
        assert.ok(address !== null && typeof address === 'object');
        const config = {
          clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${address.port}` } }],
          users: [{ name: 'u', user: {} }],
          contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
          'current-context': 'c',
        };
        const kubeconfig = join(folder, 'config');
        writeFileSync(kubeconfig, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...config }));
        const args = [
          'install',
          'shop',
          join(folder, 'shop'),
          '--disable-openapi-validation',
          '--kubeconfig',
          kubeconfig,
        ];
        const env = { PATH: process.env['PATH'], HOME: folder, HELM_DRIVER: driver };
        const printed = await new Promise<string>((resolve) => {
          const child = spawn(helm, args, { env });
          let output = '';
          child.stdout.on('data', (piece) => (output += String(piece)));
          child.stderr.on('data', (piece) => (output += String(piece)));
          child.on('close', () => resolve(output));
        });
        const text = stored.get('release');
        assert.ok(text !== undefined, printed);
        assert.equal(JSON.parse(text).kind, kind);
        const { resources, found, notJudged } = findingsIn(text, '1.22');
        assert.deepEqual(notJudged, []);
        assert.deepEqual(
          resources.map(({ resource }) => [resource.kind, resource.item, resource.name]),
          [
            [kind, undefined, 'sh.helm.release.v1.shop.v1'],
            ['Secret', 'data.release.manifest[0]', 'pass'],
            ['Ingress', 'data.release.manifest[1]', 'web'],
          ],
        );
        const removed = found.filter(({ finding }) => finding.code === 'removed-api');
        assert.equal(removed.length, 1);
        assert.match(removed[0]?.finding.why ?? '', /The next `helm upgrade` fails/);
        assert.deepEqual(removed[0]?.finding.fixes(), []);
        assert.ok(!JSON.stringify(found).includes('hunter-two'));
        assert.deepEqual(
          findingsIn(text, '1.21').found.map(({ finding }) => finding.code),
          ['deprecated-api'],
        );
      } finally {
        server.close();
        rmSync(folder, { recursive: true });
      }
    });
  }
});
