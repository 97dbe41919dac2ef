import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resolveFlags } from '../../../test/harness/recorded.ts';
import { httpRecording } from '../../../test/support/replayServer.ts';
import { copyFormat, decodeSnapshot } from './decodeSnapshot.ts';
import { readDiscovery, readResourceList } from './discovery.ts';
import { readMetrics } from './metrics.ts';
import { readServerVersion } from './serverVersion.ts';
import { outdatedObject } from './stored.ts';

const found = resolveFlags('1.37', []);
assert.ok(found.ok);
const { surface } = found;

describe('invalid responses', () => {
  it('never cause an exception', () => {
    const keys = fc.constantFrom('kind', 'items', 'versions', 'resources', 'metadata', 'responseKind', 'name', 'gates');
    const text = fc.constantFrom('APIGroupDiscoveryList', 'APIGroupList', 'APIVersions', 'v1', '', '1', '__proto__');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.jsonValue(),
        fc.array(tie('tree')),
        fc.dictionary(keys, tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(tree, (answer) => {
        readDiscovery(answer);
        readResourceList(answer, 'apps', 'v1');
        readServerVersion(answer);
        const resource = { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments' };
        outdatedObject(
          { metadata: answer },
          { ...resource, namespaced: true, storedAs: 'v1', storedVersions: undefined },
          surface,
        );
        assert.equal(decodeSnapshot(answer), undefined, 'no copy of ours');
      }),
    );
  });

  it('of /metrics are used for their valid lines', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const noise = lines
          .map((line) => line.replaceAll('\n', ' '))
          .filter((line) => !/^(kubernetes|apiserver|version)_/.test(line));
        const [line = ''] = httpRecording('1.34').metrics.filter((metric) => metric.includes('AllBeta'));
        assert.deepEqual(readMetrics([...noise, line, ...noise].join('\n')).gates, [
          { name: 'AllBeta', stage: 'BETA', enabled: false },
        ]);
      }),
    );
    const escaped =
      'kubernetes_feature_enabled{name="a\\"b\\\\c\\nd",stage=""} 1\nkubernetes_feature_enabled{name="} 1';
    assert.deepEqual(readMetrics(escaped).gates, [{ name: 'a"b\\c\nd', stage: '', enabled: true }]);
  });

  it('in a stored copy make it invalid as a whole', () => {
    const copy = {
      format: copyFormat,
      context: 'c',
      server: 's',
      readAt: '2026-01-31T12:00:00.000Z',
      version: { gitVersion: 'v1.37.1', binary: 37, emulation: 36, minCompatibility: 35 },
      gates: [{ name: 'A', stage: '', enabled: true }],
      requested: [{ group: '', version: 'v1', resource: 'endpoints', subresource: '', removedRelease: '' }],
      resources: [{ group: '', version: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, verbs: ['get'] }],
      staleGroups: ['metrics.k8s.io'],
      definedGroups: ['example.com'],
      unread: ['x'],
    };
    const { format: _, ...snapshot } = copy;
    assert.deepEqual(decodeSnapshot(JSON.parse(JSON.stringify(copy))), snapshot);
    const broken: readonly object[] = [
      { context: 1 },
      { readAt: 'yesterday' },
      { version: { gitVersion: 'v1', binary: 1.5 } },
      { gates: [{ name: 'A', stage: '', enabled: 'yes' }] },
      { resources: [{ ...copy.resources[0], namespaced: 1 }] },
      { requested: [7] },
    ];
    for (const part of broken) assert.equal(decodeSnapshot({ ...copy, ...part }), undefined, JSON.stringify(part));
  });
});

describe('objects that were written in outdated versions', () => {
  const ingress = { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress', resource: 'ingresses' };
  const scanned = { ...ingress, namespaced: true, storedAs: 'v1', storedVersions: undefined };
  const managedBy = (apiVersion: string) => ({
    metadata: { name: 'web', managedFields: [{ manager: 'helm', operation: 'Update', apiVersion }] },
  });

  it('are found by the owners of their fields', () => {
    const object = outdatedObject(managedBy('extensions/v1beta1'), scanned, surface);
    assert.deepEqual(object?.managers, [
      { manager: 'helm', operation: 'Update', apiVersion: 'extensions/v1beta1', verdict: 'last served by 1.21' },
    ]);
    assert.equal(outdatedObject(managedBy('networking.k8s.io/v1'), scanned, surface), undefined);
  });

  it('are found by the last applied manifest, of which nothing else is stored', () => {
    const annotation = JSON.stringify({
      apiVersion: 'networking.k8s.io/v1beta1',
      kind: 'Ingress',
      spec: { secret: 'x' },
    });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': annotation };
    const object = outdatedObject({ metadata: { name: 'web', annotations } }, scanned, surface);
    assert.deepEqual(object?.lastApplied, { apiVersion: 'networking.k8s.io/v1beta1', verdict: 'last served by 1.21' });
    assert.ok(!JSON.stringify(object).includes('secret'));
    const broken = { 'kubectl.kubernetes.io/last-applied-configuration': '{' };
    assert.equal(outdatedObject({ metadata: { name: 'web', annotations: broken } }, scanned, surface), undefined);
  });
});
