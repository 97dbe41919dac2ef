import { gunzipSync } from 'node:zlib';
import { decodeBytes } from '../disk/decodeBytes.ts';
import { readBytes } from '../disk/readFile.ts';
import { statOf } from '../disk/trackedFs.ts';
import { tarEntries } from './tarFile.ts';

/** Larger than any chart: an archive above this is skipped. Nested archives share the limits of the outer one. */
const maxPacked = 16 * 1024 * 1024;
const maxUnpacked = 64 * 1024 * 1024;
const maxFiles = 2_000;
/** Archives in archives. */
const deepest = 3;

/** A file of a packed chart that Helm reads. */
export interface ArchivedFile {
  /** From the chart's folder on, with `/`; through archives inside it: `charts/inner-1.0.0.tgz/templates/a.yaml`. */
  readonly name: string;
  readonly text: string;
}

/** The files read from packed charts: templates, definitions, and descriptions that decide which charts are enabled. */
const isOfChart =
  /^(?:charts\/[^/]+\/)*(?:templates\/.*\.(?:ya?ml|tpl|txt)|crds\/.*\.(?:ya?ml|json)|Chart\.yaml|values\.yaml|requirements\.yaml)$/;

interface KnownArchive {
  readonly stamp: string;
  readonly files: readonly ArchivedFile[];
  /** In UTF-16 units. */
  readonly length: number;
}

/** Archives that were read and have not changed, up to a limit. */
const known = new Map<string, KnownArchive>();
const maxKnown = 32 * 1024 * 1024;

/** Whether a file of a folder `charts` is a packed chart, by its name. */
export function isChartArchive(name: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(name);
}

/**
 * The files of a packed chart, those of its sub-charts first, as `helm dependency build` puts them into `charts/`.
 * Nothing is unpacked to disk. Empty if it cannot be read. Returns the same object while the archive is unchanged.
 */
export function archivedFiles(path: string): readonly ArchivedFile[] {
  const entry = statOf(path);
  const stamp = `${entry?.size} ${entry?.mtimeMs}`;
  const before = known.get(path);
  // Reads are recorded, so the bytes must be read as well.
  const packed = readBytes(path, maxPacked);
  if (packed === undefined) return [];
  if (before?.stamp === stamp) return before.files;
  const files = unpacked(packed, { bytes: maxUnpacked, files: maxFiles }, 0).sort(innerFirst);
  keep(path, { stamp, files, length: files.reduce((sum, { text }) => sum + text.length, 0) });
  return files;
}

function keep(path: string, archive: KnownArchive): void {
  known.delete(path);
  known.set(path, archive);
  let length = [...known.values()].reduce((sum, knownArchive) => sum + knownArchive.length, 0);
  for (const [oldest, knownArchive] of known) {
    if (length <= maxKnown) return;
    known.delete(oldest);
    length -= knownArchive.length;
  }
}

/** The remaining size for unpacking an archive and nested ones. */
interface Budget {
  bytes: number;
  files: number;
}

/** Empty if it is not an archive. */
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
    // Keeps the files before the end or an error in the archive.
  }
  return found;
}

function innerFirst(a: ArchivedFile, b: ArchivedFile): number {
  const [inA, inB] = [a, b].map(({ name }) => name.startsWith('charts/'));
  return inA === inB ? (a.name < b.name ? -1 : 1) : inA === true ? -1 : 1;
}
