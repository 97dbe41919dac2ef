import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packFormat } from '../../catalog/pack.ts';
import { crdSetFormat } from '../../crd/sets/pack.ts';
import { isObject, objectAt, textAt } from '../../live/json.ts';
import { sha256 } from '../ground/sha256.ts';

/** The npm package that catalogues are published in. */
export const cataloguePackage = 'kubecompat-catalogue';

/** The metadata in a catalogue's `package.json`. */
export interface CatalogueManifest {
  /** Of the package: `1.38.20270115`, which is the format of the catalogue, its newest minor and a day. */
  readonly version: string;
  /** The release of Kubernetes that its newest facts are from: `1.38.0`. */
  readonly kubernetes: string;
  /** The SHA-256 of each file, hexadecimal, by its name: `catalog.json`, `crds/NAME.json`. */
  readonly files: ReadonlyMap<string, string>;
}

/** Why a catalogue cannot be used. */
export interface CatalogueRefusal {
  readonly ok: false;
  readonly message: string;
  readonly remedy: string;
}

/** A valid manifest, or why it is invalid. */
export type ManifestRead = { readonly ok: true; readonly manifest: CatalogueManifest } | CatalogueRefusal;

const versionForm = /^\d{1,5}\.\d{1,5}\.\d{1,10}(?:-[0-9A-Za-z.-]{1,40})?$/;
const fileForm = /^(?:catalog\.json|crds\/[a-z0-9][a-z0-9.-]{0,99}\.json)$/;

/** Whether a text is the version of a catalogue: it is the name of its folder. */
export function isCatalogueVersion(text: string): boolean {
  return versionForm.test(text);
}

/** Whether a catalogue may have a file of this name. */
export function isCatalogueFile(name: string): boolean {
  return fileForm.test(name);
}

/** Parses the `package.json` of a catalogue, which is untrusted. */
export function readManifest(text: string): ManifestRead {
  const value = parsed(text);
  const about = objectAt(value, 'kubecompat');
  const [version, kubernetes] = [textAt(value, 'version'), textAt(about, 'kubernetes')];
  if (textAt(value, 'name') !== cataloguePackage || version === undefined || kubernetes === undefined) {
    return refused(
      `is not a catalogue: its package.json does not describe ${cataloguePackage}`,
      'name a version that kubecompat catalogue lists, or the folder of a catalogue',
    );
  }
  const format = unreadableFormat(objectAt(about, 'formats'));
  if (format !== undefined) return format;
  const files = new Map(
    Object.entries(objectAt(about, 'files')).flatMap(([name, hash]): [string, string][] =>
      fileForm.test(name) && typeof hash === 'string' ? [[name, hash]] : [],
    ),
  );
  const isWhole = files.has('catalog.json') && files.has('crds/index.json') && isCatalogueVersion(version);
  return isWhole
    ? { ok: true, manifest: { version, kubernetes, files } }
    : refused('is not a catalogue: its package.json does not name its files', 'install it again');
}

function unreadableFormat(formats: Readonly<Record<string, unknown>>): CatalogueRefusal | undefined {
  const known: readonly (readonly [string, number])[] = [
    ['catalog', packFormat],
    ['crds', crdSetFormat],
  ];
  const other = known.find(([name, format]) => formats[name] !== format);
  if (other === undefined) return undefined;
  const [name, format] = other;
  const has = formats[name];
  const isNewer = typeof has === 'number' && has > format;
  return refused(
    `has the format ${name} ${JSON.stringify(has ?? null)}; this build reads ${format}`,
    isNewer
      ? 'update Kubecompat, or name an older catalogue: kubecompat catalogue update VERSION'
      : 'install a newer one: kubecompat catalogue update',
  );
}

/** Whether a file of a catalogue matches its manifest. */
export function matchesManifest({ files }: CatalogueManifest, name: string, bytes: Uint8Array): boolean {
  return files.get(name) === sha256(bytes);
}

/** Opens the catalogue in a folder: the files that are always read must match its manifest. */
export function openCatalogue(folder: string): ManifestRead {
  const read = readManifest(textOf(join(folder, 'package.json')) ?? '');
  if (!read.ok) return read;
  const broken = ['catalog.json', 'crds/index.json'].find((name) => {
    const bytes = bytesOf(join(folder, name));
    return bytes === undefined || !matchesManifest(read.manifest, name, bytes);
  });
  if (broken === undefined) return read;
  return refused(`has a damaged ${broken}`, 'remove the folder, and run: kubecompat catalogue install');
}

/** Where a catalogue was fetched from, in `installed.json` beside it; absent for one that was unpacked by hand. */
export interface InstalledFrom {
  /** As the registry states it: `sha512-…`. */
  readonly integrity: string;
  /** The address of the archive. */
  readonly resolved: string;
}

/** Reads where the catalogue in a folder was fetched from. */
export function installedFrom(folder: string): InstalledFrom | undefined {
  const value = parsed(textOf(join(folder, 'installed.json')) ?? '');
  const [integrity, resolved] = [textAt(value, 'integrity'), textAt(value, 'resolved')];
  return integrity === undefined || resolved === undefined ? undefined : { integrity, resolved };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  return bytesOf(path)?.toString('utf8');
}

function refused(message: string, remedy: string): CatalogueRefusal {
  return { ok: false, message, remedy };
}
