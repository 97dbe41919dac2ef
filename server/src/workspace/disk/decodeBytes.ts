import { isAscii, isUtf8 } from 'node:buffer';

/** How a file's text is encoded. The byte order mark is no part of the text. */
export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

/** The text of a file, or why it has none. */
export type DecodedBytes =
  | { readonly ok: true; readonly text: string; readonly encoding: Encoding }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

/** How files begin that git-crypt has encrypted (its `commands.cpp`). */
const gitCrypt = Buffer.from('\0GITCRYPT\0', 'latin1');

/**
 * Reads bytes as the YAML specification has it: UTF-8, or UTF-16 with its byte order mark. A file with a NUL is not
 * text.
 */
export function decodeBytes(bytes: Buffer): DecodedBytes {
  // The fast path for most manifests: a string with one byte per character.
  if (isAscii(bytes) && !bytes.includes(0)) return { ok: true, text: bytes.toString('latin1'), encoding: 'utf-8' };
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-16le') return { ok: true, text: bytes.subarray(2).toString('utf16le'), encoding };
  if (encoding === 'utf-16be') {
    const even = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return { ok: true, text: even.swap16().toString('utf16le'), encoding };
  }
  if (bytes.subarray(0, gitCrypt.length).equals(gitCrypt)) {
    return { ok: false, message: 'is encrypted by git-crypt', remedy: 'run git-crypt unlock' };
  }
  if (bytes.includes(0)) {
    return { ok: false, message: 'is a binary file', remedy: 'leave it out, or rename it if it is not a manifest' };
  }
  if (!isUtf8(bytes)) {
    return { ok: false, message: 'is not encoded in UTF-8', remedy: 'save it as UTF-8, as Kubernetes requires' };
  }
  return { ok: true, text: bytes.toString('utf8', encoding === 'utf-8-bom' ? 3 : 0), encoding };
}

/** The bytes of a text in the encoding that its file had. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-8-bom':
      return Buffer.from(`\uFEFF${text}`, 'utf8');
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'utf-16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  }
}

function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8-bom';
  return 'utf-8';
}
