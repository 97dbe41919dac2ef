import { gunzipSync } from 'node:zlib';
import { decodeBytes } from '../disk/decodeBytes.ts';
import { readBytes } from '../disk/readFile.ts';
import { statOf } from '../disk/trackedFs.ts';
import { tarEntries } from './tarFile.ts';

/** Far above any chart: an archive beyond it is passed over, one inside another with what is around it. */
const mostPacked = 16 * 1024 * 1024;
const mostUnpacked = 64 * 1024 * 1024;
const mostFiles = 2_000;
/** Archives in archives. */
const deepest = 3;

/** A file of a packed chart that Helm would make something of. */
export interface ArchivedFile {
  /** From the chart's folder on, with `/`; through archives inside it: `charts/inner-1.0.0.tgz/templates/a.yaml`. */
  readonly name: string;
  readonly text: string;
}

/** What is read of packed charts: templates, definitions, and what says of charts which of them count. */
const isOfChart =
  /^(?:charts\/[^/]+\/)*(?:templates\/.*\.(?:ya?ml|tpl|txt)|crds\/.*\.(?:ya?ml|json)|Chart\.yaml|values\.yaml|requirements\.yaml)$/;

interface KnownArchive {
  readonly stamp: string;
  readonly files: readonly ArchivedFile[];
  /** In UTF-16 units. */
  readonly length: number;
}

/** Archives that were read and have not changed, as long as they are not many. */
const known = new Map<string, KnownArchive>();
const mostKnown = 32 * 1024 * 1024;

/** Whether a file of a folder `charts` is a packed chart, by its name. */
export function isChartArchive(name: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(name);
}

/**
 * The files of a packed chart, those of charts inside it first, as `helm dependency build` leaves them in `charts/`.
 * Nothing is unpacked to the disk. Empty where it cannot be read. The same object as long as the archive is the same.
 */
export function archivedFiles(path: string): readonly ArchivedFile[] {
  const entry = statOf(path);
  const stamp = `${entry?.size} ${entry?.mtimeMs}`;
  const before = known.get(path);
  // Whoever records looks must see the bytes as well.
  const packed = readBytes(path, mostPacked);
  if (packed === undefined) return [];
  if (before?.stamp === stamp) return before.files;
  const files = unpacked(packed, { bytes: mostUnpacked, files: mostFiles }, 0).sort(innerFirst);
  keep(path, { stamp, files, length: files.reduce((sum, { text }) => sum + text.length, 0) });
  return files;
}

function keep(path: string, archive: KnownArchive): void {
  known.delete(path);
  known.set(path, archive);
  let length = [...known.values()].reduce((sum, knownArchive) => sum + knownArchive.length, 0);
  for (const [oldest, knownArchive] of known) {
    if (length <= mostKnown) return;
    known.delete(oldest);
    length -= knownArchive.length;
  }
}

/** What may still be unpacked of an archive and those in it. */
interface Budget {
  bytes: number;
  files: number;
}

/** Empty for what is no archive. */
function unpacked(packed: Buffer, budget: Budget, depth: number): ArchivedFile[] {
  const found: ArchivedFile[] = [];
  try {
    const archive = gunzipSync(packed, { maxOutputLength: Math.max(1, budget.bytes) });
    budget.bytes -= archive.length;
    for (const { name: whole, bytes } of tarEntries(archive)) {
      const name = whole.slice(whole.indexOf('/') + 1);
      if (/^(?:charts\/[^/]+\/)*charts\/[^/]+\.tgz$/.test(name) && depth < deepest) {
        for (const { name: inner, text } of unpacked(bytes, budget, depth + 1))
          found.push({ name: `${name}/${inner}`, text });
      } else if (isOfChart.test(name) && budget.files > 0) {
        const content = decodeBytes(bytes);
        if (!content.ok) continue;
        budget.files--;
        found.push({ name, text: content.text });
      }
    }
  } catch {
    // What was found before the archive ends or breaks is left.
  }
  return found;
}

function innerFirst(a: ArchivedFile, b: ArchivedFile): number {
  const [inA, inB] = [a, b].map(({ name }) => name.startsWith('charts/'));
  return inA === inB ? (a.name < b.name ? -1 : 1) : inA === true ? -1 : 1;
}
