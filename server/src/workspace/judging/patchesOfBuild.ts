import { join, resolve } from 'node:path';
import { untouched } from '../../kustomize/assemble.ts';
import { namedFiles } from '../../kustomize/namedFiles.ts';
import { type PatchTarget, targetOf } from '../../kustomize/patches.ts';
import { matchOf } from '../../kustomize/resourceSelector.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { memoize } from '../../text/memoize.ts';
import type { Kustomization } from '../kustomize/kustomization.ts';
import { kustomizationNames } from '../kustomize/kustomizationNames.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import type { SourceFile } from './sourceFile.ts';

/** A patch that may be in the output of a build. */
export interface BuildPatch {
  readonly file: SourceFile;
  /** Its content. */
  readonly resource: Resource;
  /** The selectors of its entries; undefined for an entry that uses the patch's own name. */
  readonly targets: readonly (PatchTarget | undefined)[];
}

/** The patches of a build, by the files that they can affect. */
export class PatchesOfBuild {
  readonly #patches: readonly { readonly folder: string; readonly patch: BuildPatch }[];
  readonly #kustomizations: Kustomizations;
  readonly #tree: readonly string[];

  /**
   * @param tree the folders that it is built from, itself first.
   * @param sourceOf a file by its absolute path.
   */
  constructor(
    tree: readonly string[],
    kustomizations: Kustomizations,
    sourceOf: (path: string) => SourceFile | undefined,
  ) {
    this.#kustomizations = kustomizations;
    this.#tree = tree;
    // Those of bases come first.
    this.#patches = [...tree].reverse().flatMap((folder) => {
      const kustomization = kustomizations.of(folder);
      const patches = kustomization === undefined ? [] : patchesOf(kustomization, sourceOf);
      return patches.map((patch) => ({ folder, patch }));
    });
  }

  /** The patches that can affect the content of a file, in the order of application. */
  readonly reaching = memoize((path: string): readonly BuildPatch[] =>
    this.#patches.flatMap(({ folder, patch }) => (this.#reaches(folder, path) ? [patch] : [])),
  );

  /** The folders of the build whose kustomizations can change a file's content, in build order. */
  folders(path: string): readonly string[] {
    return this.#tree.filter((folder) => this.#reaches(folder, path));
  }

  /** A kustomization patches its inputs; a component patches what it is added to. */
  #reaches(folder: string, path: string): boolean {
    if (this.#kustomizations.of(folder)?.isComponent === true) return true;
    return this.#reachedBy(folder).has(path);
  }

  readonly #reachedBy = memoize((folder: string): ReadonlySet<string> => {
    const files = (item: string) => this.#kustomizations.of(item)?.files ?? [];
    const all = this.#kustomizations.tree(folder);
    return new Set(all.flatMap((item) => [...kustomizationNames.map((name) => join(item, name)), ...files(item)]));
  });
}

function patchesOf({ folder, root }: Kustomization, sourceOf: (path: string) => SourceFile | undefined) {
  const entries = [...mapsAt(root, 'patches[]'), ...mapsAt(root, 'patchesJson6902[]')];
  const within = new Map(entries.map(({ node, path }) => [formatPath(path), targetOf(node)]));
  const patches = kustomizationNames
    .flatMap((name) => sourceOf(join(folder, name)) ?? [])
    .flatMap((file) =>
      partsOf(file).map((resource): BuildPatch => {
        const entry = /^\w+\[\d+\]/.exec(resource.item ?? '')?.[0] ?? '';
        return { file, resource, targets: [within.get(entry)] };
      }),
    );
  const named = new Map<string, (PatchTarget | undefined)[]>();
  for (const { path, patch, remote, target } of namedFiles(root)) {
    if (!patch || remote) continue;
    const absolute = resolve(folder, path);
    named.set(absolute, [...(named.get(absolute) ?? []), target]);
  }
  const ofFiles = [...named].flatMap(([path, targets]) => {
    const file = sourceOf(path);
    return file === undefined ? [] : partsOf(file).map((resource): BuildPatch => ({ file, resource, targets }));
  });
  return [...patches, ...ofFiles];
}

function partsOf({ analysis }: SourceFile): readonly Resource[] {
  return analysis.resources.flatMap(({ resource }) => (resource.part === undefined ? [] : [resource]));
}

/** Whether a patch may have changed an object, by the names of the object during the build. */
export function mayPatch({ resource, targets }: BuildPatch, source: Resource, built: Resource): boolean {
  if (resource.kind !== source.kind) return false;
  const names = namesBetween(source.name ?? '', built.name ?? '');
  const namespaces = [source.namespace ?? '', built.namespace ?? ''];
  const groupVersion = parseGroupVersion(source.apiVersion) ?? { group: '', version: '' };
  const before = { ...untouched, ...groupVersion, kind: source.kind, names, namespaces, root: undefined };
  return targets.some((target) =>
    target === undefined ? names.includes(resource.name ?? '') : matchOf(target.selector, before) !== 'no',
  );
}

/**
 * The possible names of an object: that of its manifest, those with some of the prefixes and suffixes, and the final
 * one.
 */
function namesBetween(source: string, built: string): readonly string[] {
  const at = built.indexOf(source);
  const behind = built.length - at - source.length;
  if (at < 0 || (at + 1) * (behind + 1) > maxNames) return [source, built];
  const starts = Array.from({ length: at + 1 }, (_, start) => at - start);
  const ends = Array.from({ length: behind + 1 }, (_, end) => at + source.length + end);
  return starts.flatMap((start) => ends.map((end) => built.slice(start, end)));
}

/** Longer prefixes and suffixes are unlikely. */
const maxNames = 2_000;
