import { DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { remark } from '../remarks.ts';
import type { KindCode } from './kindCode.ts';

const zoneLabel = 'topology.kubernetes.io/zone';
const hostnameLabel = 'kubernetes.io/hostname';

/**
 * An endpoint's `topology`. `discovery.k8s.io/v1` has its zone and node as fields
 * (`pkg/apis/discovery/v1beta1/conversion.go`). `deprecatedTopology` has the other keys, but a write through v1 loses
 * them; the hostname becomes the `nodeName` if there is none (`pkg/registry/discovery/endpointslice/strategy.go`,
 * `dropTopologyOnV1`).
 */
export const endpointTopology: KindCode = {
  toHub: (root, remarks) => {
    for (const [index, endpoint] of endpoints(root)) {
      const topology = endpoint.map('topology');
      if (topology === undefined) continue;
      const at = ['endpoints', index, 'topology'];
      const zone = topology.take(zoneLabel);
      if (zone !== undefined && endpoint.get('zone') === undefined) endpoint.put('zone', zone);
      const hostname = topology.take(hostnameLabel);
      if (hostname?.value.kind === 'scalar') {
        const node = endpoint.string('nodeName');
        if (node === undefined) {
          endpoint.put('nodeName', hostname);
          remarks.forced.push(remark([...at, hostnameLabel], 'is written as nodeName, which replaces it'));
        } else if (node !== hostname.value.value) {
          remarks.lost.push(remark([...at, hostnameLabel], 'differs from nodeName, which replaces it'));
        }
      }
      for (const { key } of topology.fields()) {
        remarks.lost.push(remark([...at, key], 'the newer version of the API drops it'));
      }
      endpoint.take('topology');
    }
  },
  fromHub: (root, remarks) => {
    for (const [index, endpoint] of endpoints(root)) {
      const zone = endpoint.take('zone');
      const deprecated = endpoint.take('deprecatedTopology');
      if (deprecated !== undefined) {
        const at = ['endpoints', index, 'deprecatedTopology'];
        remarks.lost.push(remark(at, 'the newer version ignores it, but this one does not'));
      }
      const node = endpoint.string('nodeName');
      if (deprecated === undefined && zone === undefined && node === undefined) continue;
      if (deprecated !== undefined) endpoint.put('topology', deprecated);
      const topology = endpoint.mapOrNew('topology');
      if (zone !== undefined) topology?.put(zoneLabel, zone);
      if (node !== undefined && (topology?.string(hostnameLabel) ?? '') === '') {
        topology?.set(hostnameLabel, scalarDraft(node));
      }
    }
  },
};

function* endpoints(root: DraftMap): Generator<readonly [index: number, endpoint: DraftMap]> {
  for (const [i, item] of (root.list('endpoints')?.items ?? []).entries()) {
    if (item instanceof DraftMap) yield [i, item];
  }
}
