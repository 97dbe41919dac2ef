import facts from '../../../../../data/authored/service-networks.json' with { type: 'json' };
import { admissionOf } from '../../../../admission/admissionObjects.ts';
import type { ServiceNetworks } from '../../../../catalog/surface.ts';
import { isServiceAddress } from '../../../../formats/addressRange.ts';
import { type Cidr, formatCidr, formatIp, type IpAddress, parseCidr, parseIp } from '../../../../formats/ip.ts';
import { asValue } from '../../../admissionMatch.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/registry/core/service/storage/alloc.go, initIPFamilyFields, allocIPs.

const single = 'SingleStack';
const dual = 'RequireDualStack';

/**
 * Validates the IP families and addresses that the server allocates before it validates the rest, as far as the
 * target's networks are known. If families are wrong, the server reports only these; otherwise, if addresses are wrong,
 * only those.
 */
export function validateAllocation(spec: Value, errors: ErrorList): void {
  const { addresses } = errors.surface.serviceNetworks ?? {};
  const ips = addressesOf(spec);
  const before = errors.count;
  const families = validateFamilies(spec, ips, addresses, errors);
  if (addresses === undefined || errors.count > before || isHeadless(ips)) return;
  for (const [index, ip] of ips.entries()) {
    const address = parseIp(ip.text);
    if (address === undefined) continue;
    const range = addresses.find((candidate) => candidate.address.family === address.family);
    const why = range && whyNotAllocated(address, range, errors);
    if (why === undefined) continue;
    // The list has an item for each required family, possibly still empty.
    const shown = Array.from({ length: Math.max(families, ips.length) }, (_, at) => ips[at]?.text ?? '');
    const list = spec.at('clusterIPs');
    const at = list.empty ? ip.reportedAt(list) : (list.items[index] ?? list).reportedAt(list);
    errors.invalid(at, `failed to allocate IP ${ip.text}: ${why}`, shown);
    return;
  }
}

/** The requested addresses; a single one becomes the list if there is none. */
function addressesOf(spec: Value): readonly Value[] {
  const [ip, list] = [spec.at('clusterIP'), spec.at('clusterIPs')];
  return list.empty && !ip.empty ? [ip.reportedAtItem(list, 0)] : list.items;
}

function isHeadless(ips: readonly Value[]): boolean {
  return ips[0]?.text === 'None';
}

/** Validates the IP families; returns the minimum number of families that the service gets. */
function validateFamilies(
  spec: Value,
  ips: readonly Value[],
  networks: ServiceNetworks['addresses'],
  errors: ErrorList,
): number {
  const [policy, families] = [spec.at('ipFamilyPolicy'), spec.at('ipFamilies')];
  const isWithoutSelector = isHeadless(ips) && spec.at('selector').empty;
  const wanted = policy.or(isWithoutSelector ? dual : single);
  const before = errors.count;
  if (wanted === single && errors.has('service-families-of-policy')) {
    const must = `must be 'RequireDualStack' or 'PreferDualStack' when multiple`;
    if (ips.length === 2) errors.invalid(policy, `${must} cluster IPs are specified`, single);
    if (families.length === 2) errors.invalid(policy, `${must} IP families are specified`, single);
  }
  if (networks === undefined) return families.length;
  const known = networks.map(({ address }) => `IPv${address.family}`);
  const inferred = isHeadless(ips) ? [] : ips.slice(families.length);
  for (const ip of inferred) {
    const family = `IPv${parseIp(ip.text)?.family ?? 0}`;
    if (known.includes(family)) continue;
    const shown = ips.map(({ text }) => text);
    errors.invalid(ip, `${family} is not configured on this cluster`, shown);
  }
  const count = families.length + inferred.length;
  if (errors.count > before || isWithoutSelector) return count;
  if (wanted === dual && known.length < 2) {
    errors.invalid(policy, 'this cluster is not configured for dual-stack services', dual);
  }
  for (const family of families.items) {
    if (!known.includes(family.text)) errors.invalid(family, 'not configured on this cluster');
  }
  return wanted === single ? Math.max(count, 1) : Math.max(count, known.length);
}

/** Why an address cannot be allocated, in the server's words; undefined if it can, or if unknown. */
function whyNotAllocated(address: IpAddress, range: Cidr, errors: ErrorList): string | undefined {
  if (!errors.gate(facts.objects.gate)) {
    if (isServiceAddress(range, address, facts.maxIpv6OfBitmap)) return undefined;
    const name = `the provided IP (${formatIp(address)})`;
    return `${name} is not in the valid range. The range of valid IPs is ${formatCidr(range)}`;
  }
  if (isServiceAddress(range, address) || mayBeInObjects(address, errors)) return undefined;
  return 'the provided network does not match the current range';
}

/** Whether an object of the workspace may add a network that has the address. */
function mayBeInObjects(address: IpAddress, errors: ErrorList): boolean {
  const objects = admissionOf(errors.surface)?.ofKind(facts.objects.kind) ?? [];
  return objects.some((object) =>
    asValue(object)
      .at('spec')
      .at('cidrs')
      .items.some((item) => {
        const range = parseCidr(item.text);
        return range === undefined || isServiceAddress(range, address);
      }),
  );
}
