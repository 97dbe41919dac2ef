import type { ApiSurface } from '../../../catalog/surface.ts';
import { formatIp, parseCidr, parseIp } from '../../../formats/ip.ts';
import type { Value } from '../../value.ts';
import { sends } from '../facts.ts';
import type { Warn, WarningRule } from '../rule.ts';

const remedy = 'Write it in its standard form; other programs read odd forms as another address.';

/** An address in an odd form (`GetWarningsForIP` in `k8s.io/apimachinery/pkg/util/validation/ip.go`). */
export function warnOfIp(at: Value, surface: ApiSurface, warn: Warn): void {
  const { text } = at;
  const address = text === '' || !sends(surface.versions.binary, 'addresses') ? undefined : parseIp(text);
  if (address === undefined) return;
  const canonical = formatIp(address);
  if (address.leadingZeros || address.mapped) {
    warn(at, `"${text}" is an address in a form that is not standard; it means "${canonical}"`, remedy);
  } else if (address.family === 6 && canonical !== text) {
    warn(at, `The IPv6 address "${text}" is not in canonical form, which is "${canonical}" (RFC 5952)`, remedy);
  }
}

/** A block in an odd form (`GetWarningsForCIDR`). */
export function warnOfCidr(at: Value, surface: ApiSurface, warn: Warn): void {
  const { text } = at;
  const cidr = text === '' || !sends(surface.versions.binary, 'addresses') ? undefined : parseCidr(text);
  if (cidr === undefined) return;
  const { address } = cidr;
  if (cidr.hostBits) warn(at, `The block "${text}" is ambiguous: it has bits set beyond its prefix`, remedy);
  if (address.leadingZeros || address.mapped || cidr.leadingZeros) {
    warn(at, `"${text}" is a block in a form that is not standard`, remedy);
  } else if (!cidr.hostBits && address.family === 6 && `${formatIp(address)}/${cidr.prefix}` !== text) {
    warn(at, `The IPv6 block "${text}" is not in canonical form (RFC 5952)`, remedy);
  }
}

/** An address of a service: until 1.32 servers looked at services alone, and by other rules (`getWarningsForIP`). */
export function warnOfServiceIp(at: Value, surface: ApiSurface, warn: Warn): void {
  const { binary } = surface.versions;
  if (sends(binary, 'addresses')) {
    warnOfIp(at, surface, warn);
    return;
  }
  if (at.text === '' || !sends(binary, 'serviceAddresses')) return;
  const address = parseIp(at.text);
  if (address === undefined || address.leadingZeros) {
    warn(at, `"${at.text}" is accepted for an address, but will be refused by later releases`, remedy);
  } else if (address.family === 6 && formatIp(address) !== at.text) {
    warn(at, `The IPv6 address "${at.text}" is not in canonical form (RFC 5952)`, remedy);
  }
}

/** A block of a service, by the same rules of old. */
export function warnOfServiceCidr(at: Value, surface: ApiSurface, warn: Warn): void {
  const { binary } = surface.versions;
  if (sends(binary, 'addresses')) {
    warnOfCidr(at, surface, warn);
    return;
  }
  if (at.text === '' || !sends(binary, 'serviceAddresses')) return;
  const cidr = parseCidr(at.text.trim());
  if (cidr === undefined || cidr.leadingZeros || cidr.address.leadingZeros) {
    warn(at, `"${at.text}" is accepted for a block of addresses, but will be refused by later releases`, remedy);
  } else if (cidr.address.family === 6 && `${formatIp(cidr.address)}/${cidr.prefix}` !== at.text) {
    warn(at, `The IPv6 block "${at.text}" is not in canonical form (RFC 5952)`, remedy);
  }
}

const endpointsController = 'endpoint-controller';
const sliceControllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** Objects of the network whose addresses are looked at. */
export const addressRules: readonly WarningRule[] = [
  {
    source: 'pkg/registry/networking/networkpolicy/strategy.go',
    kinds: ['networking.k8s.io/NetworkPolicy', 'extensions/NetworkPolicy'],
    run(root, warn, surface) {
      const spec = root.at('spec');
      const peers = [
        ...spec.at('ingress').items.flatMap((rule) => rule.at('from').items),
        ...spec.at('egress').items.flatMap((rule) => rule.at('to').items),
      ];
      for (const peer of peers) {
        warnOfCidr(peer.at('ipBlock').at('cidr'), surface, warn);
        for (const except of peer.at('ipBlock').at('except').items) warnOfCidr(except, surface, warn);
      }
    },
  },
  {
    source: 'pkg/registry/discovery/endpointslice/strategy.go',
    kinds: ['discovery.k8s.io/EndpointSlice'],
    run(root, warn, surface) {
      const type = root.at('addressType');
      if (type.text === 'FQDN' && sends(surface.versions.binary, 'endpointSliceNames')) {
        warn(type, 'Endpoints by name (addressType FQDN) are deprecated', 'Use addresses.');
      }
      if (sliceControllers.includes(managedBy(root, 'endpointslice.kubernetes.io/managed-by'))) return;
      for (const endpoint of root.at('endpoints').items) {
        for (const address of endpoint.at('addresses').items) warnOfIp(address, surface, warn);
      }
    },
  },
  {
    source: 'pkg/registry/core/endpoint/strategy.go',
    kinds: ['/Endpoints'],
    run(root, warn, surface) {
      if (managedBy(root, 'endpoints.kubernetes.io/managed-by') === endpointsController) return;
      for (const subset of root.at('subsets').items) {
        const addresses = [...subset.at('addresses').items, ...subset.at('notReadyAddresses').items];
        for (const address of addresses) warnOfIp(address.at('ip'), surface, warn);
      }
    },
  },
  {
    source: 'pkg/registry/core/node/strategy.go',
    kinds: ['/Node'],
    run(root, warn, surface) {
      const spec = root.at('spec');
      if (spec.at('externalID').text !== '') {
        warn(spec.at('externalID'), 'spec.externalID is deprecated; Kubernetes does not use it', 'Remove it.');
      }
      // Of two fields that disagree, the older one wins (Convert_v1_NodeSpec_To_core_NodeSpec).
      const podCidr = spec.at('podCIDR');
      const listed = spec.at('podCIDRs').items;
      const counting = podCidr.text === '' || podCidr.text === listed[0]?.text ? listed : [podCidr];
      for (const cidr of counting) warnOfCidr(cidr, surface, warn);
    },
  },
];

function managedBy(root: Value, label: string): string {
  return root.at('metadata').at('labels').entry(label).text;
}
