/** An IP address, or the address part of a CIDR, as written. */
export interface IpAddress {
  readonly family: 4 | 6;
  /** Four or sixteen bytes; an IPv4-mapped IPv6 address has family 4 and its last four bytes. */
  readonly bytes: readonly number[];
  /** Written as `::ffff:1.2.3.4`. */
  readonly mapped: boolean;
  /** An octet has a leading zero, which some programs read as octal. */
  readonly leadingZeros: boolean;
}

/** A CIDR block as written. */
export interface Cidr {
  readonly address: IpAddress;
  /** The prefix length in bits of the address as written. */
  readonly prefix: number;
  /** The prefix length is written with leading zeros. */
  readonly leadingZeros: boolean;
  /** Bits beyond the prefix are set. */
  readonly hostBits: boolean;
}

/** Parses an address like `k8s.io/utils/net.ParseIPSloppy`, which allows leading zeros. Undefined for anything else. */
export function parseIp(text: string): IpAddress | undefined {
  if (!text.includes(':')) {
    const v4 = parseIpv4(text);
    return v4 === undefined ? undefined : { family: 4, ...v4, mapped: false };
  }
  const v6 = parseIpv6(text);
  if (v6 === undefined) return undefined;
  const mapped = v6.bytes.slice(0, 10).every((byte) => byte === 0) && v6.bytes[10] === 255 && v6.bytes[11] === 255;
  return mapped
    ? { family: 4, bytes: v6.bytes.slice(12), mapped, leadingZeros: v6.leadingZeros }
    : { family: 6, bytes: v6.bytes, mapped, leadingZeros: v6.leadingZeros };
}

/** Parses a CIDR block like `k8s.io/utils/net.ParseCIDRSloppy`. Undefined for anything else. */
export function parseCidr(text: string): Cidr | undefined {
  const match = /^([^/]*)\/([0-9]+)$/.exec(text);
  if (match === null) return undefined;
  const [, ip = '', length = ''] = match;
  const address = parseIp(ip);
  const prefix = Number(length);
  if (address === undefined) return undefined;
  const bits = address.mapped || address.family === 6 ? 128 : 32;
  if (prefix > bits) return undefined;
  const kept = address.mapped ? Math.max(0, prefix - 96) : prefix;
  return {
    address,
    prefix,
    leadingZeros: length.length > 1 && length.startsWith('0'),
    hostBits: address.bytes.some((byte, index) => (byte & hostMask(kept - index * 8)) !== 0),
  };
}

/** Whether `inner` is a strict subset of `outer`: a longer prefix within its network. */
export function isStrictSubset(inner: Cidr, outer: Cidr): boolean {
  if (inner.address.family !== outer.address.family) return false;
  const kept = outer.address.mapped ? Math.max(0, outer.prefix - 96) : outer.prefix;
  const same = outer.address.bytes.every((byte, index) => {
    const mask = 0xff ^ hostMask(kept - index * 8);
    return (byte & mask) === ((inner.address.bytes[index] ?? 0) & mask);
  });
  return same && outer.prefix < inner.prefix;
}

/** The address in canonical form, as Go's `net.IP.String` writes it (RFC 5952 for IPv6). */
export function formatIp(address: IpAddress): string {
  if (address.family === 4) return address.bytes.join('.');
  const groups = Array.from(
    { length: 8 },
    (_, i) => (address.bytes[2 * i] ?? 0) * 256 + (address.bytes[2 * i + 1] ?? 0),
  );
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  const hex = groups.map((group) => group.toString(16));
  if (best.start < 0) return hex.join(':');
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`;
}

/** The network of a block in canonical form, as Go's `net.IPNet.String` writes it. */
export function formatCidr({ address, prefix }: Cidr): string {
  const kept = address.mapped ? Math.max(0, prefix - 96) : prefix;
  const bytes = address.bytes.map((byte, index) => byte & (0xff ^ hostMask(kept - index * 8)));
  return `${formatIp({ ...address, bytes })}/${kept}`;
}

function hostMask(kept: number): number {
  if (kept >= 8) return 0;
  return kept <= 0 ? 0xff : 0xff >> kept;
}

interface Parsed {
  readonly bytes: number[];
  readonly leadingZeros: boolean;
}

function parseIpv4(text: string): Parsed | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^[0-9]+$/.test(part) && Number(part) <= 255)) return undefined;
  return { bytes: parts.map(Number), leadingZeros: parts.some((part) => part.length > 1 && part.startsWith('0')) };
}

function parseIpv6(text: string): Parsed | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  const before = groupsOf(head, tail === undefined);
  const right = tail === undefined ? { bytes: [], leadingZeros: false } : groupsOf(tail, true);
  if (before === undefined || right === undefined) return undefined;
  const missing = 16 - before.bytes.length - right.bytes.length;
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return {
    bytes: [...before.bytes, ...Array.from({ length: missing }, () => 0), ...right.bytes],
    leadingZeros: before.leadingZeros || right.leadingZeros,
  };
}

/** The bytes of groups between colons; where they end the address, the last may be an IPv4 address. */
function groupsOf(text: string, last: boolean): Parsed | undefined {
  if (text === '') return { bytes: [], leadingZeros: false };
  const bytes: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (last && index === parts.length - 1 && part.includes('.')) {
      const v4 = parseIpv4(part);
      if (v4 === undefined) return undefined;
      return { bytes: [...bytes, ...v4.bytes], leadingZeros: v4.leadingZeros };
    }
    if (!/^0*[0-9a-fA-F]{1,4}$/.test(part)) return undefined;
    const group = Number.parseInt(part, 16);
    bytes.push(group >> 8, group & 0xff);
  }
  return { bytes, leadingZeros: false };
}
