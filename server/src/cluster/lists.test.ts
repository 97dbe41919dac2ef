import assert from 'node:assert/strict';
import { resolveFlags } from '../../../test/harness/recorded.ts';
import type { LiveResource } from '../live/snapshot.ts';
import type { GetPath } from './ask.ts';
import { readDefinitions } from './definitions.ts';
import { failure } from './failure.ts';
import { scanResource } from './scanStored.ts';

const found = resolveFlags('1.37', []);
assert.ok(found.ok);
const { surface } = found;

/** Answers with one page at a time, like a server with `limit` and `continue`. */
function paged(kind: string, pages: readonly (readonly unknown[])[], requests: string[]): GetPath {
  return async (path) => {
    requests.push(path);
    const at = Number(/continue=(\d+)/.exec(path)?.[1] ?? 0);
    const metadata = at + 1 < pages.length ? { continue: String(at + 1) } : {};
    return { ok: true, status: 200, body: JSON.stringify({ kind, metadata, items: pages[at] }) };
  };
}

const refusing: GetPath = async () => failure('forbidden (403)', 'request the permission');

describe('lists of a live cluster', () => {
  const definitions: LiveResource = {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    kind: 'CustomResourceDefinition',
    resource: 'customresourcedefinitions',
    namespaced: false,
    verbs: ['list'],
  };
  const definition = (name: string) => ({
    metadata: { name: `${name}.example.com`, annotations: { note: 'gone' } },
    spec: { group: `${name}.example.com` },
    status: { storedVersions: ['v1'], conditions: [] },
  });
  const deployments = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' };
  const scanned = { ...deployments, namespaced: true, storedAs: 'v1', storedVersions: undefined };
  const deployment = (name: string, apiVersion: string) => ({
    metadata: { name, namespace: 'shop', managedFields: [{ manager: 'helm', operation: 'Update', apiVersion }] },
  });

  it('of definitions are read to the last page, without irrelevant parts', async () => {
    const requests: string[] = [];
    const unread: string[] = [];
    const pages = [[definition('a'), definition('b')], [definition('c')]];
    const read = await readDefinitions(paged('CustomResourceDefinitionList', pages, requests), [definitions], unread);
    assert.deepEqual(unread, []);
    assert.deepEqual(read?.groups, ['a.example.com', 'b.example.com', 'c.example.com']);
    assert.deepEqual(requests, [
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=100',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=100&continue=1',
    ]);
    assert.deepEqual(JSON.parse(read?.text ?? '').items[0], {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'a.example.com' },
      spec: { group: 'a.example.com' },
      status: { storedVersions: ['v1'] },
    });
  });

  it('of definitions are reported as unread if the server refuses or returns another kind', async () => {
    for (const [ask, regExp] of [
      [refusing, /forbidden \(403\)\. Custom resources cannot be checked/],
      [paged('PodList', [[]], []), /the response is not a list/],
    ] as const) {
      const unread: string[] = [];
      assert.equal(await readDefinitions(ask, [definitions], unread), undefined);
      assert.match(unread.join(' '), regExp);
    }
  });

  it('of objects are scanned to the last page', async () => {
    const requests: string[] = [];
    const pages = [
      [deployment('old', 'extensions/v1beta1')],
      [deployment('new', 'apps/v1')],
      [deployment('older', 'apps/v1beta1')],
    ];
    const result = await scanResource(paged('PartialObjectMetadataList', pages, requests), scanned, {
      surface,
      namespace: undefined,
      annotations: [],
    });
    assert.equal(result.listed, 3);
    assert.equal(result.incomplete, undefined);
    assert.deepEqual(
      result.outdated.map(({ name }) => name),
      ['old', 'older'],
    );
    assert.deepEqual(requests, [
      '/apis/apps/v1/deployments?limit=500',
      '/apis/apps/v1/deployments?limit=500&continue=1',
      '/apis/apps/v1/deployments?limit=500&continue=2',
    ]);
  });

  it('of objects have the reason if they are incomplete', async () => {
    assert.equal(
      (await scanResource(refusing, scanned, { surface, namespace: undefined, annotations: [] })).incomplete,
      'forbidden (403)',
    );
    const other = await scanResource(paged('DeploymentList', [[]], []), scanned, {
      surface,
      namespace: undefined,
      annotations: [],
    });
    assert.equal(other.incomplete, 'the server cannot list metadata alone');
    const endless: GetPath = async () => ({
      ok: true,
      status: 200,
      body: '{"kind":"PartialObjectMetadataList","metadata":{"continue":"more"},"items":[]}',
    });
    assert.match(
      (await scanResource(endless, scanned, { surface, namespace: undefined, annotations: [] })).incomplete ?? '',
      /more than 20000 objects/,
    );
  });
});
