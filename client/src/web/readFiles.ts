import { type Uri, workspace } from 'vscode';
import type { FileTexts } from '../../../server/src/lsp/protocol.ts';

/** Larger files are not manifests and are skipped. */
const maxBytes = 4 * 2 ** 20;

/** Reads several files; binary, too large and missing ones are null. `pathOf` returns their names. */
export async function readFiles(uris: readonly Uri[], pathOf: (uri: Uri, index: number) => string): Promise<FileTexts> {
  const entries = uris.map(async (uri, index) => [pathOf(uri, index), await textOf(uri)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function textOf(uri: Uri): Promise<string | null> {
  try {
    const { size } = await workspace.fs.stat(uri);
    return size > maxBytes ? null : decoded(await workspace.fs.readFile(uri));
  } catch {
    return null;
  }
}

/** UTF-8, or UTF-16 with a byte order mark, as in the YAML specification; null for anything else. */
function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
  return text.includes('\0') ? null : text;
}
