import assert from 'node:assert/strict';
import { factAt, inSpans, type KindFacts, kindKey } from '../../src/catalog/catalog.ts';
import { versionRank } from '../../src/targets/groupVersion.ts';
import { formatMinor, type Minor, minor } from '../../src/targets/version.ts';
import { readCatalog } from '../../src/workspace/shipped/catalogFile.ts';

const catalog = readCatalog();
const served = catalog.kinds.filter((kind) => kind.served.length > 0);

/** Each lint lists its violations; known ones are listed here, so that the test fails if one no longer applies. */
describe('the facts about kinds', () => {
  it('name each kind once', () => {
    assert.equal(new Set(catalog.kinds.map(kindKey)).size, catalog.kinds.length);
  });

  it('give a served kind a type in every minor that serves it', () => {
    const missing = servedMinors((kind, minor) => catalog.rootType(minor, kind) === undefined);
    assert.deepEqual(missing, []);
  });

  it('give a type to every kind that a binary still has installed', () => {
    for (const binary of binaries()) {
      for (const key of catalog.binary(binary).stillInstalled ?? []) {
        const [group = '', version = '', kind = ''] = key.split('/');
        assert.ok(catalog.rootType(binary, { group, version, kind }), `${formatMinor(binary)} ${key}`);
      }
    }
  });

  it('list spans in ascending order', () => {
    for (const kind of served) {
      let previous: Minor | undefined = minor(0);
      for (const span of kind.served) {
        assert.ok(
          previous !== undefined && previous < span.first && span.first <= (span.last ?? catalog.newest),
          kindKey(kind),
        );
        previous = span.last;
      }
    }
  });

  it('give a served kind a resource, a singular and verbs', () => {
    for (const kind of served) {
      assert.ok(kind.resource && kind.singular && kind.verbs.length > 0, kindKey(kind));
    }
  });

  it('give each resource of a group version to one kind', () => {
    const seen = new Map<string, string>();
    for (const kind of served) {
      const resource = `${kind.group}/${kind.version}/${kind.resource}`;
      assert.equal(seen.get(resource) ?? kind.kind, kind.kind, resource);
      seen.set(resource, kind.kind);
    }
  });

  it('name versions by their stability', () => {
    for (const kind of catalog.kinds) assert.equal(versionRank(kind.version)?.stability, kind.stability, kindKey(kind));
  });

  it('name only gates that exist in the minor', () => {
    const unknown = servedMinors((kind, minor) =>
      (factAt(kind.gates, minor) ?? []).some((gate) => !inSpans(catalog.gates.get(gate)?.declared ?? [], minor)),
    );
    assert.deepEqual(unknown, []);
  });

  it('turn stable kinds on and alpha kinds off', () => {
    const odd = servedMinors((kind, minor) => {
      const on = factAt(kind.enabledByDefault, minor);
      return (kind.stability === 'stable' && on !== true) || (kind.stability === 'alpha' && on !== false);
    });
    assert.deepEqual(odd, []);
  });

  it('turn off beta kinds that were introduced in 1.24 or later, except for flow control', () => {
    const on = served.filter((kind) => {
      const first = kind.served[0]?.first ?? catalog.oldest;
      return kind.stability === 'beta' && first >= 24 && factAt(kind.enabledByDefault, first) === true;
    });
    assert.deepEqual(on.map(kindKey), [
      'flowcontrol.apiserver.k8s.io/v1beta3/FlowSchema',
      'flowcontrol.apiserver.k8s.io/v1beta3/PriorityLevelConfiguration',
    ]);
  });

  it('name only replacements that exist', () => {
    const unknown = catalog.kinds.flatMap((kind) =>
      kind.lifecycle.flatMap(([, lifecycle]) => {
        const replacement = lifecycle?.replacement;
        return replacement !== undefined && catalog.kind(replacement) === undefined ? [kindKey(kind)] : [];
      }),
    );
    assert.deepEqual(unknown, ['apps/v1beta1/DeploymentRollback']);
  });

  it('announce the removals that happened, with known exceptions', () => {
    assert.deepEqual(served.flatMap(disagreements), knownDisagreements);
  });
});

/** Where the last announced lifecycle of a kind differs from the served versions, except for events in later minors. */
function disagreements(kind: KindFacts): string[] {
  const lifecycle = kind.lifecycle.findLast(([, value]) => value !== undefined)?.[1];
  const first = kind.served[0]?.first;
  const last = kind.served.at(-1)?.last;
  if (lifecycle === undefined || first === undefined) return [];
  const { introduced, removed } = lifecycle;
  const messages: string[] = [];
  if (introduced !== undefined && first > catalog.oldest && introduced !== first) {
    messages.push(`${kindKey(kind)} says introduced in ${formatMinor(introduced)}, served since ${formatMinor(first)}`);
  }
  const gone = last === undefined ? undefined : minor(last + 1);
  if (gone !== removed && (gone !== undefined || (removed !== undefined && removed <= catalog.newest))) {
    messages.push(`${kindKey(kind)} says removed in ${shown(removed)}, gone in ${shown(gone)}`);
  }
  return messages;
}

function shown(value: Minor | undefined): string {
  return value === undefined ? 'none' : formatMinor(value);
}

function servedMinors(wrong: (kind: KindFacts, minor: Minor) => boolean): string[] {
  return served.flatMap((kind) =>
    binaries()
      .filter((binary) => inSpans(kind.served, binary) && wrong(kind, binary))
      .map((binary) => `${kindKey(kind)} ${formatMinor(binary)}`),
  );
}

function binaries(): Minor[] {
  return Array.from({ length: catalog.newest - catalog.oldest + 1 }, (_, index) => minor(catalog.oldest + index));
}

const knownDisagreements = [
  'apps/v1beta1/ControllerRevision says removed in 1.16, gone in 1.18',
  'apps/v1beta1/Deployment says removed in 1.16, gone in 1.18',
  'apps/v1beta1/StatefulSet says removed in 1.16, gone in 1.18',
  'apps/v1beta2/ControllerRevision says removed in 1.16, gone in 1.18',
  'apps/v1beta2/DaemonSet says removed in 1.16, gone in 1.18',
  'apps/v1beta2/Deployment says removed in 1.16, gone in 1.18',
  'apps/v1beta2/ReplicaSet says removed in 1.16, gone in 1.18',
  'apps/v1beta2/StatefulSet says removed in 1.16, gone in 1.18',
  'certificates.k8s.io/v1alpha1/ClusterTrustBundle says introduced in 1.26, served since 1.27',
  'certificates.k8s.io/v1alpha1/PodCertificateRequest says removed in 1.40, gone in 1.35',
  'coordination.k8s.io/v1alpha1/LeaseCandidate says removed in 1.37, gone in 1.32',
  'discovery.k8s.io/v1beta1/EndpointSlice says introduced in 1.16, served since 1.17',
  'events.k8s.io/v1beta1/Event says introduced in 1.8, served since 1.9',
  'extensions/v1beta1/DaemonSet says removed in 1.16, gone in 1.18',
  'extensions/v1beta1/Deployment says removed in 1.16, gone in 1.18',
  'extensions/v1beta1/NetworkPolicy says removed in 1.16, gone in 1.18',
  'extensions/v1beta1/PodSecurityPolicy says removed in 1.16, gone in 1.18',
  'extensions/v1beta1/ReplicaSet says removed in 1.16, gone in 1.18',
  'flowcontrol.apiserver.k8s.io/v1alpha1/FlowSchema says introduced in 1.18, served since 1.17',
  'flowcontrol.apiserver.k8s.io/v1alpha1/PriorityLevelConfiguration says introduced in 1.18, served since 1.17',
  'networking.k8s.io/v1alpha1/ClusterCIDR says removed in 1.31, gone in 1.29',
  'networking.k8s.io/v1alpha1/IPAddress says removed in 1.33, gone in 1.31',
  'networking.k8s.io/v1alpha1/ServiceCIDR says introduced in 1.27, served since 1.29',
  'networking.k8s.io/v1alpha1/ServiceCIDR says removed in 1.33, gone in 1.31',
  'node.k8s.io/v1beta1/RuntimeClass says introduced in 1.13, served since 1.14',
  'resource.k8s.io/v1alpha3/DeviceClass says removed in 1.37, gone in 1.34',
  'resource.k8s.io/v1alpha3/ResourceClaim says removed in 1.37, gone in 1.34',
  'resource.k8s.io/v1alpha3/ResourceClaimTemplate says removed in 1.37, gone in 1.34',
  'resource.k8s.io/v1alpha3/ResourceSlice says removed in 1.37, gone in 1.34',
  'storage.k8s.io/v1alpha1/CSIStorageCapacity says introduced in 1.19, served since 1.21',
  'storage.k8s.io/v1alpha1/VolumeAttachment says removed in 1.24, gone in 1.23',
  'storagemigration.k8s.io/v1alpha1/StorageVersionMigration says removed in 1.36, gone in 1.35',
];
