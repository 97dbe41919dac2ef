import { dirname, join, resolve } from 'node:path';
import { analyze } from '../../analyze.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { originOf } from '../../kustomize/origin.ts';
import type { ReportNotJudged } from '../../report/workspaceReport.ts';
import { realPath } from '../disk/looks.ts';
import { type Kustomizations, kustomizationNames } from '../kustomize/kustomizations.ts';
import { placeFinding, type SourceFile } from './builtFindings.ts';

/** A kustomization that was built. */
export interface BuiltKustomization {
  /** The file of the kustomization, absolute, and as people name it. */
  readonly path: string;
  readonly file: string;
  /** The folders that it is built from, absolute, itself first. */
  readonly tree: readonly string[];
  /** What came out, and the folder that the origins in it count from. */
  readonly text: string;
  readonly folder: string;
}

/**
 * Judges what was built and adds to the files that it was built from what these do not say by themselves: the one way
 * for the command line and for editors.
 *
 * @param surfaces the targets of the kustomization.
 * @param sourceOf a file by its absolute path; undefined for what no finding is to be put in.
 */
export function judgeBuild(
  { path, file, tree, text, folder }: BuiltKustomization,
  surfaces: readonly ApiSurface[],
  kustomizations: Kustomizations,
  sourceOf: (path: string) => SourceFile | undefined,
): void {
  const places = new Places(tree, kustomizations, sourceOf);
  const patches = places.patches();
  for (const { resource, verdicts } of analyze(text, 'built.yaml', surfaces, { context: { place: path } }).resources) {
    const origin = originOf(resource);
    const source = origin === undefined ? undefined : places.origin(resolve(folder, origin));
    for (const { surface, findings } of verdicts) {
      for (const found of findings) {
        const why = `${found.why} So it is in what ${file} builds.`;
        const finding = { ...found, why, fixes: [] };
        const placed =
          source !== undefined && placeFinding({ built: resource, target: surface.name, finding }, source, patches);
        // What a kustomization makes by itself has no other place.
        if (!placed) sourceOf(path)?.addToFile(surface.name, finding);
      }
    }
  }
}

/** The files of a build. */
class Places {
  readonly #tree: readonly string[];
  readonly #kustomizations: Kustomizations;
  readonly #sourceOf: (path: string) => SourceFile | undefined;
  #byRealPath: ReadonlyMap<string, string> | undefined;

  constructor(
    tree: readonly string[],
    kustomizations: Kustomizations,
    sourceOf: (path: string) => SourceFile | undefined,
  ) {
    this.#tree = tree;
    this.#kustomizations = kustomizations;
    this.#sourceOf = sourceOf;
  }

  /** The files with patches, those of bases first. */
  patches(): readonly SourceFile[] {
    const paths = [...this.#tree]
      .reverse()
      .flatMap((folder) => [...kustomizationNames.map((name) => join(folder, name)), ...this.#patchesNamedBy(folder)]);
    return paths.flatMap((path) => this.#sourceOf(path) ?? []);
  }

  /** The file that an object came from. Kustomize names it with all links followed. */
  origin(path: string): SourceFile | undefined {
    return this.#sourceOf(path) ?? this.#sourceOf(this.#named().get(path) ?? path);
  }

  #patchesNamedBy(folder: string): readonly string[] {
    return [...(this.#kustomizations.of(folder)?.parts ?? [])].flatMap(([path, { patch }]) => (patch ? [path] : []));
  }

  #named(): ReadonlyMap<string, string> {
    this.#byRealPath ??= new Map(
      this.#tree
        .flatMap((folder) => [
          ...kustomizationNames.map((name) => join(folder, name)),
          ...(this.#kustomizations.of(folder)?.files ?? []),
        ])
        .flatMap((path) => {
          const real = realPathOf(path);
          return real === undefined ? [] : [[real, path] as const];
        }),
    );
    return this.#byRealPath;
  }
}

/** A link counts by its folder: what it leads to has another name. */
function realPathOf(path: string): string | undefined {
  try {
    return realPath(path);
  } catch {
    return undefined;
  }
}

/** The kustomizations that no other one of them builds upon, and that are built by themselves. */
export function kustomizationRoots<T extends { readonly path: string }>(
  files: readonly T[],
  kustomizations: Kustomizations,
): readonly T[] {
  const used = new Set(files.flatMap(({ path }) => (kustomizations.localTree(dirname(path)) ?? []).slice(1)));
  return files.filter(
    ({ path }) => !used.has(dirname(path)) && kustomizations.of(dirname(path))?.isComponent === false,
  );
}

/** Why a kustomization is not built with parts that are missing, or that would have to be fetched. */
export const notLocal = 'it names what is not here';

/** What a report says of a kustomization that was to be built and was not. */
export function notBuilt(file: string, why: string): ReportNotJudged {
  return { file, document: 0, reason: 'not-built', detail: `It was not built: ${why}` };
}
