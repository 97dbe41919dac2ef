import { formatIp, type IpAddress, parseCidr, parseIp } from '../formats/ip.ts';
import type { CelFunction, Functions } from './function.ts';
import { bool, type CelValue, failure, int, type Outcome } from './values.ts';

// Sources: k8s.io/apiserver pkg/cel/library/{ip,cidr}.go; Go's net/netip, which takes neither leading zeros nor groups
// of more than four digits.

/** The functions of addresses and their blocks. */
export const addressFunctions: Functions = {
  ip: ([value]) => {
    if (value?.type === 'cidr') return { type: 'ip', value: value.value };
    return value?.type === 'string' ? (addressOf(value.value) ?? noAddress) : undefined;
  },
  cidr: ([value]) => (value?.type === 'string' ? (blockOf(value.value) ?? noBlock) : undefined),
  isIP: ([value]) => (value?.type === 'string' ? bool(addressOf(value.value) !== undefined) : undefined),
  isCIDR: ([value]) => (value?.type === 'string' ? bool(blockOf(value.value) !== undefined) : undefined),
  'ip.isCanonical': ([value]) => {
    if (value?.type !== 'string') return undefined;
    const address = addressOf(value.value);
    return address === undefined ? noAddress : bool(formatIp(address.value) === value.value);
  },
  family: ([value]) => (value?.type === 'ip' ? int(value.value.family) : undefined),
  isUnspecified: test(({ bytes }) => bytes.every((byte) => byte === 0)),
  isLoopback: test(isLoopback),
  isLinkLocalMulticast: test(isLinkLocalMulticast),
  isLinkLocalUnicast: test(isLinkLocalUnicast),
  isGlobalUnicast: test((address) => {
    const { family, bytes } = address;
    if (bytes.every((byte) => byte === 0) || isLoopback(address) || isLinkLocalUnicast(address)) return false;
    if (family === 4) return bytes.some((byte) => byte !== 255) && ((bytes[0] ?? 0) & 0xf0) !== 0xe0;
    return bytes[0] !== 0xff;
  }),
  prefixLength: ([value]) => (value?.type === 'cidr' ? int(value.prefix) : undefined),
  masked: ([value]) => {
    if (value?.type !== 'cidr') return undefined;
    const bytes = value.value.bytes.map((byte, index) => byte & maskAt(value.prefix, index));
    return { ...value, value: { ...value.value, bytes } };
  },
  containsIP: ([block, other]) => {
    if (block?.type !== 'cidr') return undefined;
    const address = other?.type === 'string' ? (addressOf(other.value) ?? noAddress) : other;
    if (address?.type !== 'ip') return address?.type === 'error' ? address : undefined;
    return bool(sharesPrefix(block.value, address.value, block.prefix));
  },
  containsCIDR: ([block, other]) => {
    if (block?.type !== 'cidr') return undefined;
    const inner = other?.type === 'string' ? (blockOf(other.value) ?? noBlock) : other;
    if (inner?.type !== 'cidr') return inner?.type === 'error' ? inner : undefined;
    return bool(block.prefix <= inner.prefix && sharesPrefix(block.value, inner.value, block.prefix));
  },
};

const noAddress: Outcome = failure('IP Address parse error during conversion from string');
const noBlock: Outcome = failure('network address parse error during conversion from string');

function addressOf(text: string): (CelValue & { readonly type: 'ip' }) | undefined {
  const value = parseIp(text);
  return value === undefined || !isStrict(value, text) ? undefined : { type: 'ip', value };
}

function blockOf(text: string): (CelValue & { readonly type: 'cidr' }) | undefined {
  const block = parseCidr(text);
  if (block === undefined || block.leadingZeros || !isStrict(block.address, text)) return undefined;
  return { type: 'cidr', value: block.address, prefix: block.prefix };
}

function isStrict({ mapped, leadingZeros }: IpAddress, text: string): boolean {
  return !mapped && !leadingZeros && !/[0-9a-fA-F]{5}/.test(text);
}

function test(condition: (address: IpAddress) => boolean): CelFunction {
  return ([value]) => (value?.type === 'ip' ? bool(condition(value.value)) : undefined);
}

function isLoopback({ family, bytes }: IpAddress): boolean {
  if (family === 4) return bytes[0] === 127;
  return bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isLinkLocalMulticast({ family, bytes: [first = 0, second = 0, third = 0] }: IpAddress): boolean {
  if (family === 4) return first === 224 && second === 0 && third === 0;
  return first === 0xff && (second & 0x0f) === 2;
}

function isLinkLocalUnicast({ family, bytes: [first = 0, second = 0] }: IpAddress): boolean {
  return family === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
}

function sharesPrefix(ipAddress: IpAddress, other: IpAddress, prefix: number): boolean {
  if (ipAddress.family !== other.family) return false;
  return ipAddress.bytes.every((byte, index) => ((byte ^ (other.bytes[index] ?? 0)) & maskAt(prefix, index)) === 0);
}

/** The bits of a byte that belong to the prefix. */
function maskAt(prefix: number, index: number): number {
  const bits = Math.min(8, Math.max(0, prefix - index * 8));
  return 0xff ^ (0xff >> bits);
}
