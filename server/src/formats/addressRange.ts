import type { Cidr, IpAddress } from './ip.ts';

/**
 * Whether Services may have an address of a network: not the network's own, and of IPv4 not its last, the broadcast
 * address. Source: k8s.io/kubernetes pkg/api/servicecidr/servicecidr.go, PrefixContainsIP; pkg/registry/core/service/
 * ipallocator/bitmap.go, New.
 *
 * @param maxIpv6 how many addresses of an IPv6 network are handed out, from the first one on; all if absent.
 */
export function isServiceAddress(range: Cidr, address: IpAddress, maxIpv6?: number): boolean {
  if (range.address.family !== address.family) return false;
  const bits = address.bytes.length * 8;
  const prefix = range.address.mapped ? Math.max(0, range.prefix - 96) : range.prefix;
  const hostBits = BigInt(bits - prefix);
  const offset = numberOf(address) - ((numberOf(range.address) >> hostBits) << hostBits);
  const last = (1n << hostBits) - 1n;
  if (offset <= 0n || offset > last) return false;
  if (address.family === 4) return offset < last;
  return maxIpv6 === undefined || offset <= BigInt(maxIpv6) - 1n;
}

function numberOf({ bytes }: IpAddress): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
