import { sep } from 'node:path';
import { lookAt } from '../disk/trackedFs.ts';

/** A kustomization, as far as what it names. */
interface Naming {
  /** Everything local that it names, absolute. */
  readonly files: readonly string[];
  /** The same as it names them, in the same order. */
  readonly local: readonly string[];
  /** Those of them that objects are taken from, and other kustomizations, absolute. */
  readonly sources: readonly string[];
}

/** A circle has no more kustomizations than that. */
const largest = 500;

/**
 * What the kustomization of a folder names, as it names it, with which a circle closes, so that nothing is built of those
 * in it: its own folder, one above it, or the first by name of a circle of several folders. Each circle is told once.
 *
 * Source: `api/internal/loader/fileloader.go` of sigs.k8s.io/kustomize, errIfArgEqualOrHigher:
 * no folder that is built upon may hold one that is being built.
 */
export function closingCircles(
  folder: string,
  kustomizationIn: (folder: string) => Naming | undefined,
): readonly string[] {
  const { files = [], local = [], sources = [] } = kustomizationIn(folder) ?? {};
  return local.filter((_, index) => {
    const named = files[index] ?? folder;
    if (!sources.includes(named) || !isFolder(named)) return false;
    return holds(named, folder) || closesAt(named, folder, kustomizationIn);
  });
}

/** Whether a folder builds upon one that names it, and upon none before it by name that builds upon it as well. */
function closesAt(named: string, by: string, kustomizationIn: (folder: string) => Naming | undefined): boolean {
  const below = reached(named, kustomizationIn);
  if (!below.has(by)) return false;
  return ![...below].some((one) => one < named && reached(one, kustomizationIn).has(named));
}

/** The folders that a folder builds upon. What names its own folder or one above it is a circle of its own. */
function reached(from: string, kustomizationIn: (folder: string) => Naming | undefined): ReadonlySet<string> {
  const all = new Set<string>();
  const open = [from];
  for (let one = open.pop(); one !== undefined && all.size < largest; one = open.pop()) {
    for (const file of kustomizationIn(one)?.sources ?? []) {
      if (all.has(file) || holds(file, one) || !isFolder(file)) continue;
      all.add(file);
      open.push(file);
    }
  }
  return all;
}

/** Whether a folder is another one or lies above it. */
function holds(folder: string, other: string): boolean {
  return folder === other || other.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function isFolder(path: string): boolean {
  return lookAt(path)?.isDirectory() === true;
}
