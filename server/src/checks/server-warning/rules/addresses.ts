import type { ApiSurface } from '../../../catalog/surface.ts';
import { formatCidr, formatIp, parseCidr, parseIp } from '../../../formats/ip.ts';
import type { Value } from '../../value.ts';
import { sendsWarning } from '../facts.ts';
import { type EmitWarning, quoted, type WarningRule, withFieldPath } from '../rule.ts';

const remedy = 'Write it in standard form; other programs may read this form as another address.';

/** An address in an odd form (`GetWarningsForIP` in `k8s.io/apimachinery/pkg/util/validation/ip.go`). */
export function warnAboutIp(at: Value, surface: ApiSurface, warn: EmitWarning): void {
  const { text } = at;
  const address = text === '' || !sendsWarning(surface.versions.binary, 'addresses') ? undefined : parseIp(text);
  if (address === undefined) return;
  const canonical = formatIp(address);
  if (address.leadingZeros || address.mapped) {
    warn(at, withFieldPath(at, nonStandard('IP address', text, canonical, surface)), remedy);
  } else if (address.family === 6 && canonical !== text) {
    warn(at, withFieldPath(at, inCanonicalForm('address', text, canonical)), remedy);
  }
}

function nonStandard(what: string, text: string, canonical: string, { versions }: ApiSurface): string {
  const is = sendsWarning(versions.binary, 'nonStandardIsInvalid')
    ? 'is invalid'
    : 'will be considered invalid in a future Kubernetes release';
  return `non-standard ${what} ${quoted(text)} ${is}: use ${quoted(canonical)}`;
}

function inCanonicalForm(what: string, text: string, canonical: string): string {
  return `IPv6 ${what} ${quoted(text)} should be in RFC 5952 canonical format (${quoted(canonical)})`;
}

/** A block in an odd form (`GetWarningsForCIDR`). */
export function warnAboutCidr(at: Value, surface: ApiSurface, warn: EmitWarning): void {
  const { text } = at;
  const cidr = text === '' || !sendsWarning(surface.versions.binary, 'addresses') ? undefined : parseCidr(text);
  if (cidr === undefined) return;
  const { address } = cidr;
  const network = formatCidr(cidr);
  if (cidr.hostBits) {
    const singleAddress = `${formatIp(address)}/${address.family === 4 && !address.mapped ? 32 : 128}`;
    const words = `is ambiguous in this context (should be ${quoted(network)} or ${quoted(singleAddress)}?)`;
    warn(at, withFieldPath(at, `CIDR value ${quoted(text)} ${words}`), remedy);
  }
  if (address.leadingZeros || address.mapped || cidr.leadingZeros) {
    warn(at, withFieldPath(at, nonStandard('CIDR value', text, network, surface)), remedy);
  } else if (!cidr.hostBits && address.family === 6 && network !== text) {
    warn(at, withFieldPath(at, inCanonicalForm('CIDR value', text, network)), remedy);
  }
}

/** An address of a service: until 1.32 servers checked only services, by other rules (`getWarningsForIP`). */
export function warnAboutServiceIp(at: Value, surface: ApiSurface, warn: EmitWarning): void {
  const { binary } = surface.versions;
  if (sendsWarning(binary, 'addresses')) {
    warnAboutIp(at, surface, warn);
    return;
  }
  if (at.text === '' || !sendsWarning(binary, 'serviceAddresses')) return;
  const address = parseIp(at.text);
  if (address === undefined || address.leadingZeros) {
    warn(at, withFieldPath(at, 'IP address was accepted, but will be invalid in a future Kubernetes release'), remedy);
  } else if (address.family === 6 && formatIp(address) !== at.text) {
    warn(at, withFieldPath(at, notInCanonicalForm('address', at.text, formatIp(address))), remedy);
  }
}

function notInCanonicalForm(what: string, text: string, canonical: string): string {
  return `IPv6 ${what} ${quoted(text)} is not in RFC 5952 canonical format (${quoted(canonical)}), which may cause controller apply-loops`;
}

/** A block of a service, by the same rules of old. */
export function warnAboutServiceCidr(at: Value, surface: ApiSurface, warn: EmitWarning): void {
  const { binary } = surface.versions;
  if (sendsWarning(binary, 'addresses')) {
    warnAboutCidr(at, surface, warn);
    return;
  }
  if (at.text === '' || !sendsWarning(binary, 'serviceAddresses')) return;
  const cidr = parseCidr(at.text.trim());
  if (cidr === undefined || cidr.leadingZeros || cidr.address.leadingZeros) {
    warn(at, withFieldPath(at, 'IP prefix was accepted, but will be invalid in a future Kubernetes release'), remedy);
  } else if (cidr.address.family === 6) {
    const canonical = `${formatIp(cidr.address)}/${cidr.prefix}`;
    if (canonical !== at.text) warn(at, withFieldPath(at, notInCanonicalForm('prefix', at.text, canonical)), remedy);
  }
}

const endpointsController = 'endpoint-controller';
const sliceControllers = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

/** Network objects whose addresses are checked. */
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
        warnAboutCidr(peer.at('ipBlock').at('cidr'), surface, warn);
        for (const except of peer.at('ipBlock').at('except').items) warnAboutCidr(except, surface, warn);
      }
    },
  },
  {
    source: 'pkg/registry/discovery/endpointslice/strategy.go',
    kinds: ['discovery.k8s.io/EndpointSlice'],
    run(root, warn, surface) {
      const type = root.at('addressType');
      if (type.text === 'FQDN' && sendsWarning(surface.versions.binary, 'endpointSliceNames')) {
        warn(type, 'spec.addressType: FQDN endpoints are deprecated', 'Use IPv4 or IPv6 addresses.');
      }
      if (sliceControllers.includes(managedBy(root, 'endpointslice.kubernetes.io/managed-by'))) return;
      for (const endpoint of root.at('endpoints').items) {
        for (const address of endpoint.at('addresses').items) warnAboutIp(address, surface, warn);
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
        for (const address of addresses) warnAboutIp(address.at('ip'), surface, warn);
      }
    },
  },
  {
    source: 'pkg/registry/core/node/strategy.go',
    kinds: ['/Node'],
    run(root, warn, surface) {
      const spec = root.at('spec');
      if (spec.at('externalID').text !== '') {
        const at = spec.at('externalID');
        warn(at, withFieldPath(at, 'this field is deprecated, and is unused by Kubernetes'), 'Remove it.');
      }
      // Of two fields that disagree, the older one wins (Convert_v1_NodeSpec_To_core_NodeSpec).
      const podCidr = spec.at('podCIDR');
      const listed = spec.at('podCIDRs').items;
      const counting = podCidr.text === '' || podCidr.text === listed[0]?.text ? listed : [podCidr];
      for (const cidr of counting) warnAboutCidr(cidr, surface, warn);
    },
  },
];

function managedBy(root: Value, label: string): string {
  return root.at('metadata').at('labels').entry(label).text;
}
