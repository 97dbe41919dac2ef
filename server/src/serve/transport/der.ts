/* The little of DER (ITU-T X.690) that a certificate needs. */

/** A value with its tag: a constructed one joins its parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** A SEQUENCE. */
export function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return der(0x30, ...parts);
}

/** An OBJECT IDENTIFIER, from its dotted form. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128));
  return bytes;
}

/** A UTCTime: two digits of the year, as certificates before 2050 have it (RFC 5280, 4.1.2.5). */
export function utcTime(date: Date): Uint8Array {
  return der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}
