import { isObject, objectAt, textAt, textsAt } from '../../live/json.ts';
import { compareText } from '../../report/order.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { isCatalogueVersion } from '../shipped/installedCatalogue.ts';

/** The name of the lock file, beside the configuration of a workspace. */
export const lockName = '.kubecompat.lock';
/** The form that is written; another one is refused. */
const lockVersion = 1;

/** The entries of a workspace's lock file, by user-chosen name. */
export type Lock = ReadonlyMap<string, LockEntry>;

/** The catalogue of a workspace, which each user has in a private folder. */
export interface LockedCatalogue {
  /** Of the package: `1.38.20270115`. */
  readonly version: string;
  /** As the registry states it: `sha512-…`. */
  readonly integrity: string;
  /** The address of the archive. */
  readonly resolved: string;
}

/** Definitions that were added together. */
export interface LockEntry {
  /** As on the command line, without a version: `git:https://example.com/a.git//config/crd`, `cert-manager`. */
  readonly source: string;
  /** The source's name for the fetched version: a tag, a version, a branch; '' if it has none. */
  readonly version: string;
  /** Where it was fetched from exactly: an address, a commit. */
  readonly resolved: string;
  /** The requested API groups; empty for all. */
  readonly groups: readonly string[];
  /** In the order of their names. */
  readonly files: readonly LockedFile[];
}

/** A definition as a separate file, in the folder of its entry. */
export interface LockedFile {
  /** `GROUP_PLURAL.yaml`, or `.json`. */
  readonly file: string;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  /** The file at the source. */
  readonly from: string;
  /** Of the bytes, hexadecimal. */
  readonly sha256: string;
}

/** A lock file that was read, or why it cannot be. */
export type LockRead =
  | { readonly ok: true; readonly lock: Lock; readonly catalogue: LockedCatalogue | undefined }
  | { readonly ok: false; readonly location: string; readonly message: string; readonly remedy: string };

const entryName = /^[A-Za-z0-9][\w.-]{0,99}$/;
const fileName = /^[a-z0-9][a-z0-9.-]*_[a-z0-9][a-z0-9.-]*\.(?:yaml|json)$/;

/** Whether definitions may be added under a name: it becomes the name of a folder. */
export function isEntryName(name: string): boolean {
  return entryName.test(name);
}

/** Whether a file with an added definition may have this name. */
export function isAddedFileName(name: string): boolean {
  return fileName.test(name);
}

const again = 'restore it from version control, or remove it and add the definitions again: kubecompat crds add';

/** Parses the text of a lock file, which is untrusted. */
export function readLock(text: string): LockRead {
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) {
    const remedy = 'keep one side, and run kubecompat crds add for what only the other side has';
    return refused(positionSuffix(text, text.search(/^(?:<{7}|={7}|>{7})/m)), 'has merge conflict markers', remedy);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(text)?.[1];
    const suffix = positionSuffix(text, position === undefined ? undefined : Number(position));
    return refused(suffix, 'is not JSON', again);
  }
  if (!isObject(value) || value['lockVersion'] !== lockVersion) {
    const written = isObject(value) ? JSON.stringify(value['lockVersion'] ?? null) : 'none';
    const remedy = 'use the version of kubecompat that wrote it, or add the definitions again with this one';
    return refused('', `has lockVersion ${written}; this build reads ${lockVersion}`, remedy);
  }
  const lock = new Map<string, LockEntry>();
  for (const [name, written] of Object.entries(objectAt(value, 'definitions'))) {
    const entry = entryName.test(name) ? entryOf(written) : undefined;
    if (entry === undefined) return refused('', `has an invalid entry for "${name}"`, again);
    lock.set(name, entry);
  }
  const catalogue = catalogueOf(value['catalogue']);
  if (value['catalogue'] !== undefined && catalogue === undefined) {
    return refused('', 'has an invalid entry for the catalogue', pinAgain);
  }
  return { ok: true, lock, catalogue };
}

const pinAgain = 'restore it from version control, or pin it again: kubecompat catalogue pin VERSION';

function catalogueOf(written: unknown): LockedCatalogue | undefined {
  const [version, integrity, resolved] = ['version', 'integrity', 'resolved'].map((key) => textAt(written, key));
  if (version === undefined || integrity === undefined || resolved === undefined) return undefined;
  return isCatalogueVersion(version) && /^sha512-[A-Za-z0-9+/]+=*$/.test(integrity)
    ? { version, integrity, resolved }
    : undefined;
}

function refused(location: string, message: string, remedy: string): Extract<LockRead, { ok: false }> {
  return { ok: false, location: `${lockName}${location}`, message, remedy };
}

function positionSuffix(text: string, offset: number | undefined): string {
  if (offset === undefined) return '';
  const { line, character } = new LineIndex(text).position(offset);
  return `:${line + 1}:${character + 1}`;
}

function entryOf(written: unknown): LockEntry | undefined {
  const [source, version, resolved] = ['source', 'version', 'resolved'].map((key) => textAt(written, key));
  if (source === undefined || version === undefined || resolved === undefined) return undefined;
  const files: LockedFile[] = [];
  for (const [file, value] of Object.entries(objectAt(written, 'files'))) {
    const [group, kind, from, sha256] = ['group', 'kind', 'from', 'sha256'].map((key) => textAt(value, key));
    if (!fileName.test(file) || group === undefined || kind === undefined || from === undefined) return undefined;
    if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
    files.push({ file, group, kind, versions: textsAt(value, 'versions'), from, sha256 });
  }
  return { source, version, resolved, groups: textsAt(written, 'groups'), files };
}

/** The text of a lock file: the same for the same content, each entry and each file in the order of their names. */
export function lockText(lock: Lock, catalogue?: LockedCatalogue): string {
  const entries = [...lock].sort(([a], [b]) => compareText(a, b)).map(([name, entry]) => [name, plainEntry(entry)]);
  const pinned = catalogue === undefined ? {} : { catalogue };
  return `${JSON.stringify({ lockVersion, ...pinned, definitions: Object.fromEntries(entries) }, undefined, 2)}\n`;
}

function plainEntry({ source, version, resolved, groups, files }: LockEntry): object {
  const sorted = [...files].sort((a, b) => compareText(a.file, b.file));
  const plain = sorted.map(({ file, ...rest }): [string, object] => {
    const { group, kind, versions, from, sha256 } = rest;
    return [file, { group, kind, versions, from, sha256 }];
  });
  const asked = groups.length === 0 ? {} : { groups };
  return { source, version, resolved, ...asked, files: Object.fromEntries(plain) };
}
