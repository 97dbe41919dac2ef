import type { Literal } from './ast.ts';
import type { Token } from './tokens.ts';

const intLimit = 1n << 63n;
const uintLimit = 1n << 64n;

/** The constant of a token, or why it is invalid. Source: cel-go parser/parser.go and parser/unescape.go. */
export function readLiteral(token: Token, negative: boolean): Literal | string {
  switch (token.kind) {
    case 'int': {
      const value = negative ? -BigInt(token.text) : BigInt(token.text);
      return value < -intLimit || value >= intLimit ? 'invalid int literal' : { type: 'int', value };
    }
    case 'uint': {
      const value = BigInt(token.text.slice(0, -1));
      return value >= uintLimit ? 'invalid uint literal' : { type: 'uint', value };
    }
    case 'double': {
      const value = Number(negative ? `-${token.text}` : token.text);
      return Number.isFinite(value) ? { type: 'double', value } : 'invalid double literal';
    }
    case 'string': {
      const value = unescapeText(token.text);
      return value === undefined ? 'invalid unicode code point' : { type: 'string', value };
    }
    case 'bytes': {
      const value = unescapeBytes(token.text.slice(1));
      return value === undefined ? 'unable to unescape string' : { type: 'bytes', value };
    }
    case 'true':
      return { type: 'bool', value: true };
    case 'false':
      return { type: 'bool', value: false };
    default:
      return { type: 'null_type', value: null };
  }
}

const escapes = /\\(?:([abfnrtv"'\\?`])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2}))/gu;
const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text between the quotes, and whether escapes mean anything in it. */
function body(text: string): { readonly raw: boolean; readonly inner: string } {
  const raw = /^[rR]/.test(text);
  const quoted = (raw ? text.slice(1) : text).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const width = quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''")) ? 3 : 1;
  return { raw, inner: quoted.slice(width, -width) };
}

function unescapeText(text: string): string | undefined {
  const { raw, inner } = body(text);
  if (raw || !inner.includes('\\')) return inner;
  let valid = true;
  const value = inner.replace(escapes, (...[, char, hex, short, long, octal]: readonly (string | undefined)[]) => {
    if (char !== undefined) return controls[char] ?? char;
    const code = codeOf(hex, short, long, octal);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) valid = false;
    return valid ? String.fromCodePoint(code) : '';
  });
  return valid ? value : undefined;
}

function unescapeBytes(text: string): readonly number[] | undefined {
  const { raw, inner } = body(text);
  if (raw) return utf8(inner);
  const parts: (readonly number[])[] = [];
  let rest = 0;
  for (const found of inner.matchAll(escapes)) {
    const [whole, char, hex, short, long, octal] = found;
    if (short !== undefined || long !== undefined) return undefined;
    parts.push(utf8(inner.slice(rest, found.index)));
    parts.push(char === undefined ? [codeOf(hex, undefined, undefined, octal)] : utf8(controls[char] ?? char));
    rest = found.index + whole.length;
  }
  parts.push(utf8(inner.slice(rest)));
  return parts.flat();
}

function codeOf(
  hex: string | undefined,
  short: string | undefined,
  long: string | undefined,
  octal: string | undefined,
): number {
  return octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '0', 16) : Number.parseInt(octal, 8);
}

/** The bytes of a text in UTF-8. */
export function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
  }
  return bytes;
}
