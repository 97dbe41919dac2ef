import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import { factMinor } from '../../targets/version.ts';
import type { Value } from '../value.ts';
import type { Refusals } from './refusals.ts';

// Source: validateResourceNames and validateResourceOverlap in k8s.io/apiserver
// pkg/apis/apiserver/validation/validation_encryption.go.

const { resourcesSince, withoutApi } = facts.encryption;

/** Collects the server's errors in the resources that providers encrypt. */
export function validateEncryptedResources(resources: Value, refusals: Refusals): void {
  if (resources.length === 0) refusals.missing(resources, 'at least one resources is required');
  if (refusals.surface.versions.binary < factMinor(resourcesSince)) return;
  const names = resources.items.map(({ text }) => parseGroupResource(text));
  const pairs = names.flatMap((a, index) => names.slice(index + 1).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => a.group === b.group && a.resource === b.resource)) {
    refusals.value(resources, 'the same resource cannot be specified multiple times', 'Remove one of the equal items');
  }
  if (pairs.some(([a, b]) => overlaps(a, b))) {
    const why =
      "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
    refusals.value(resources, why, 'Write another element for one of them');
  }
  for (const item of resources.items) {
    const why = problemOf(item.text);
    if (why !== undefined) refusals.value(item, why);
  }
}

interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** `schema.ParseGroupResource`: the group begins behind the first dot. */
function parseGroupResource(text: string): GroupResource {
  const dot = text.indexOf('.');
  return dot < 0 ? { group: '', resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) };
}

function overlaps(a: GroupResource, b: GroupResource): boolean {
  const isAll = ({ group, resource }: GroupResource) => group === '*' && resource === '*';
  if (a.group === b.group && a.resource === b.resource) return false;
  return isAll(a) || isAll(b) || (a.group === b.group && (a.resource === '*' || b.resource === '*'));
}

function problemOf(text: string): string | undefined {
  const { group, resource } = parseGroupResource(text);
  if (text.toLowerCase() !== text) return 'resource name should not contain capital letters';
  if (text === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (withoutApi.includes(text)) return 'resources which do not have REST API/s cannot be encrypted';
  if (group === 'events.k8s.io') {
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  }
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption";
  const isAcross = group === '*' && resource !== '*';
  return isAcross ? 'encrypting the same resource across groups is not supported' : undefined;
}
