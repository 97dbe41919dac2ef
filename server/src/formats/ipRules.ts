import { formatIp, parseCidr, parseIp } from './ip.ts';

// Source of all rules here: k8s.io/apimachinery/pkg/util/validation/ip.go.

/** Why a text is no IP address in a field that predates strict validation: `IsValidIPForLegacyField`. */
export function legacyIp(text: string, strict: boolean): readonly string[] {
  const address = parseIp(text);
  if (address === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (!strict) return [];
  const problems: string[] = [];
  if (address.leadingZeros) problems.push('must not have leading 0s');
  else if (address.mapped) problems.push('must not be an IPv4-mapped IPv6 address');
  return problems;
}

/** Why a text is no IP address in canonical form: `IsValidIP`. */
export function canonicalIp(text: string): readonly string[] {
  const problems = legacyIp(text, true);
  const address = parseIp(text);
  if (problems.length > 0 || address === undefined) return problems;
  return notCanonical(text, formatIp(address));
}

/** Why a text is no CIDR block in a field that predates strict validation: `IsValidCIDRForLegacyField`. */
export function legacyCidr(text: string, strict: boolean): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  if (!strict) return [];
  if (cidr.leadingZeros || cidr.address.leadingZeros) return ['must not have leading 0s in IP or prefix length'];
  if (cidr.address.mapped) return ['must not have an IPv4-mapped IPv6 address'];
  return cidr.hostBits ? ['must not have bits set beyond the prefix length'] : [];
}

/** Why a text is no CIDR block in canonical form: `IsValidCIDR`. */
export function canonicalCidr(text: string): readonly string[] {
  const problems = legacyCidr(text, true);
  const cidr = parseCidr(text);
  if (problems.length > 0 || cidr === undefined) return problems;
  return notCanonical(text, `${formatIp(cidr.address)}/${cidr.prefix}`);
}

/** Why a text is no address with its subnet's length in canonical form: `IsValidInterfaceAddress`. */
export function interfaceAddress(text: string): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return ['must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)'];
  const prefix = cidr.address.mapped && cidr.prefix > 32 ? cidr.prefix - 96 : cidr.prefix;
  return notCanonical(text, `${formatIp(cidr.address)}/${prefix}`);
}

function notCanonical(text: string, canonical: string): readonly string[] {
  return text === canonical ? [] : [`must be in canonical form ("${canonical}")`];
}
