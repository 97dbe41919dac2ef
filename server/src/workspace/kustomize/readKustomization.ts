import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { commentedPatches } from '../../kustomize/commentedPatches.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { type NamedFile, namedFiles } from '../../kustomize/namedFiles.ts';
import { webhooksInPatch, webhooksWithin } from '../../kustomize/webhooks.ts';
import { entryFor, stringFor } from '../../manifest/node.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { isBroken } from '../../manifest/read/template.ts';
import { stepsOf } from '../../text/fieldPath.ts';
import { memoize } from '../../text/memoize.ts';
import { inFolder } from '../disk/inFolder.ts';
import { nameResolver } from '../disk/nameOnDisk.ts';
import { realPath, statOf } from '../disk/trackedFs.ts';
import { derivedValue } from '../ground/derived.ts';
import { brokenKustomization } from './brokenKustomization.ts';
import type { ReadText } from './handWritten.ts';
import type { Kustomization } from './kustomization.ts';
import { kustomizationNames } from './kustomizationNames.ts';

/** Larger kustomizations are not hand-written. */
const largest = 4 * 1024 * 1024;

/** The kustomization of a folder; undefined if it has none that can be read. */
export function readKustomization(folder: string, read: ReadText): Kustomization | undefined {
  for (const name of kustomizationNames) {
    const path = inFolder(folder, name);
    const found = statOf(path);
    if (found === undefined || !found.isFile() || found.size > largest) continue;
    const content = read(path);
    const text = content.ok ? content.text : '';
    const document = readYamlDocument(text);
    if (document !== undefined && isBroken(document, text)) return brokenKustomization(folder, path, text);
    const root = document?.root;
    if (root === undefined || kustomizeFileOf(root, path) !== 'Kustomization') return undefined;
    const isComponent = root.kind === 'map' && stringFor(root, 'kind') === 'Component';
    const setsNamespace = root.kind === 'map' && entryFor(root, 'namespace') !== undefined;
    const named = resolved(namedFiles(root), folder);
    const within = webhooksWithin(root, text);
    const patches = [...named.parts].filter(([, { patch }]) => patch);
    const hasPatches = patches.length > 0 || within.length > 0;
    return {
      ...named,
      folder,
      file: path,
      root,
      isBroken: false,
      isComponent,
      setsNamespace,
      hasPatches,
      commentedOut: new Set(commentedPatches(text).map((patch) => resolve(folder, patch))),
      webhooks: webhooksOf(patches, within, read),
    };
  }
  return undefined;
}

/** Patch files are read on demand, once. */
function webhooksOf(
  patches: readonly (readonly [string, NamedFile])[],
  within: readonly string[],
  read: ReadText,
): () => readonly string[] {
  return derivedValue(() => [
    ...within,
    ...patches.flatMap(([path, { target }]) => {
      const content = read(path);
      return content.ok ? webhooksInPatch(content.text, target) : [];
    }),
  ]);
}

function resolved(
  named: readonly NamedFile[],
  folder: string,
): Omit<
  Kustomization,
  'folder' | 'file' | 'root' | 'isBroken' | 'isComponent' | 'setsNamespace' | 'hasPatches' | 'commentedOut' | 'webhooks'
> {
  const parts = new Map<string, NamedFile>();
  const local = named.filter(({ remote }) => !remote);
  const lies = whereItLies(folder);
  const spelled = nameResolver(lies);
  const pathOf = memoize((path: string) => withoutLinks(spelled(path), lies));
  const files = local.map((named) => {
    const path = pathOf(named.path);
    if ((named.patch || named.replacements) && parts.get(path)?.target?.kind === undefined) parts.set(path, named);
    return path;
  });
  const holding = named.filter(({ at, patch }) => patch || holdsManifests.has(stepsOf(at)[0] ?? ''));
  return {
    files,
    named: new Set(files),
    local: local.map(({ path }) => path),
    sources: named.flatMap(({ path, remote, at }) =>
      remote || !sources.has(stepsOf(at)[0] ?? '') ? [] : pathOf(path),
    ),
    built: local.flatMap(({ path, at }) => (building.has(stepsOf(at)[0] ?? '') ? pathOf(path) : [])),
    generators: local.flatMap(({ path, at }) => (stepsOf(at)[0] === 'generators' ? pathOf(path) : [])),
    manifests: holding.flatMap(({ path, remote }) => (remote ? [] : path)),
    remote: holding.filter(({ remote }) => remote).length,
    parts,
    fetched: named.flatMap(({ path, remote }) => (remote ? [path] : [])),
  };
}

/** The real path of a folder that is a link: names in it are relative to that. */
function whereItLies(folder: string): string {
  try {
    const real = realPath(folder);
    return real === join(realPath(dirname(folder)), basename(folder)) ? folder : real;
  } catch {
    return folder;
  }
}

/**
 * The real path of a folder, as Kustomize uses it: folders named through links are the same. Files keep their names.
 */
function withoutLinks(path: string, folder: string): string {
  if (statOf(path)?.isDirectory() !== true) return path;
  try {
    const way = relative(realPath(folder), realPath(path));
    return isAbsolute(way) ? path : resolve(folder, way);
  } catch {
    return path;
  }
}

/** Entries that Kustomize builds if they are folders, including plugin configurations. */
const building: ReadonlySet<string | number> = new Set([
  'resources',
  'bases',
  'components',
  'generators',
  'transformers',
  'validators',
]);

const sources: ReadonlySet<string | number> = new Set(['resources', 'bases', 'components']);

const holdsManifests: ReadonlySet<string | number> = new Set(['resources', 'bases', 'components', 'crds']);
