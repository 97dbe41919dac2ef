import { gunzipSync } from 'node:zlib';
import { decodeBytes } from './decodeBytes.ts';
import { readBytes } from './readFile.ts';
import { tarEntries } from './tarFile.ts';

/** Far above any chart: an archive beyond it is passed over. */
const mostPacked = 16 * 1024 * 1024;
const mostUnpacked = 64 * 1024 * 1024;
const mostFiles = 2_000;
/** Archives in archives. */
const deepest = 3;

/** Whether a file of a folder `charts` is a packed chart, by its name. */
export function isChartArchive(name: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(name);
}

/**
 * The templates in a packed chart, those of charts inside it first, as `helm dependency build` leaves them in `charts/`.
 * Nothing is unpacked to the disk. Empty where it cannot be read.
 */
export function archivedTemplates(path: string): readonly string[] {
  try {
    const packed = readBytes(path, mostPacked);
    return packed === undefined ? [] : templatesIn(packed, 0);
  } catch {
    return [];
  }
}

function templatesIn(packed: Buffer, depth: number): readonly string[] {
  const found: { readonly name: string; readonly texts: readonly string[] }[] = [];
  for (const { name, bytes } of tarEntries(gunzipSync(packed, { maxOutputLength: mostUnpacked }))) {
    if (found.length >= mostFiles) break;
    if (/\/charts\/[^/]+\.tgz$/.test(name) && depth < deepest) found.push({ name, texts: inner(bytes, depth) });
    else if (/^[^/]+\/(?:charts\/[^/]+\/)*templates\/.*\.(?:ya?ml|tpl|txt)$/.test(name)) {
      const content = decodeBytes(bytes);
      if (content.ok) found.push({ name, texts: [content.text] });
    }
  }
  const isInner = ({ name }: { readonly name: string }) => name.includes('/charts/');
  const inOrder = found.sort((a, b) => (isInner(a) === isInner(b) ? (a.name < b.name ? -1 : 1) : isInner(a) ? -1 : 1));
  return inOrder.flatMap(({ texts }) => texts);
}

function inner(bytes: Buffer, depth: number): readonly string[] {
  try {
    return templatesIn(bytes, depth + 1);
  } catch {
    return [];
  }
}
