import { formatIp, parseCidr, parseIp } from './ip.ts';

// Source of all rules here: k8s.io/apimachinery/pkg/util/validation/ip.go.

/** Why a text is not an IP address in a field that predates strict validation: `IsValidIPForLegacyField`. */
export function legacyIp(text: string, strict: boolean): readonly string[] {
  const address = parseIp(text);
  if (address === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (!strict) return [];
  const problems: string[] = [];
  if (address.leadingZeros) problems.push('must not have leading 0s');
  else if (address.mapped) problems.push('must not be an IPv4-mapped IPv6 address');
  return problems;
}

/** Why a text is not an IP address in canonical form: `IsValidIP`. */
export function canonicalIp(text: string): readonly string[] {
  const problems = legacyIp(text, true);
  const address = parseIp(text);
  if (problems.length > 0 || address === undefined) return problems;
  return notCanonical(text, formatIp(address));
}

/** Why a text is not a CIDR block in a field that predates strict validation: `IsValidCIDRForLegacyField`. */
export function legacyCidr(text: string, strict: boolean): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  if (!strict) return [];
  if (cidr.leadingZeros || cidr.address.leadingZeros) return ['must not have leading 0s in IP or prefix length'];
  if (cidr.address.mapped) return ['must not have an IPv4-mapped IPv6 address'];
  return cidr.hostBits ? ['must not have bits set beyond the prefix length'] : [];
}

/** Why a text is not a CIDR block in canonical form: `IsValidCIDR`. */
export function canonicalCidr(text: string): readonly string[] {
  const problems = legacyCidr(text, true);
  const cidr = parseCidr(text);
  if (problems.length > 0 || cidr === undefined) return problems;
  return notCanonical(text, `${formatIp(cidr.address)}/${cidr.prefix}`);
}

/** Why a text is not an address with its subnet's length in canonical form: `IsValidInterfaceAddress`. */
export function interfaceAddress(text: string): readonly string[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) return ['must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)'];
  const prefix = cidr.address.mapped && cidr.prefix > 32 ? cidr.prefix - 96 : cidr.prefix;
  return notCanonical(text, `${formatIp(cidr.address)}/${prefix}`);
}

/** Why an address cannot be that of an endpoint: `ValidateEndpointIP` in `pkg/apis/core/validation/validation.go`. */
export function endpointIp(text: string): readonly string[] {
  const address = parseIp(text);
  if (address === undefined) return ['must be a valid IP address'];
  const { bytes, family } = address;
  const [first = 0, second = 0, third = 0] = bytes;
  const zeroUntilLast = bytes.slice(0, -1).every((byte) => byte === 0);
  const problems: string[] = [];
  if (zeroUntilLast && bytes.at(-1) === 0) problems.push(`may not be unspecified (${text})`);
  if (family === 4 ? first === 127 : zeroUntilLast && bytes.at(-1) === 1) {
    problems.push('may not be in the loopback range (127.0.0.0/8, ::1/128)');
  }
  if (family === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80) {
    problems.push('may not be in the link-local range (169.254.0.0/16, fe80::/10)');
  }
  if (family === 4 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 0x02) {
    problems.push('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)');
  }
  return problems;
}

function notCanonical(text: string, canonical: string): readonly string[] {
  return text === canonical ? [] : [`must be in canonical form ("${canonical}")`];
}
