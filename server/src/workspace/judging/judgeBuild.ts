import { dirname, join, resolve } from 'node:path';
import { codesOfText } from '../../judge/addedFinding.ts';
import { judgeText } from '../../judge/judgeText.ts';
import { originOf } from '../../kustomize/origin.ts';
import type { ReportNotJudged } from '../../report/workspaceReport.ts';
import { memoize } from '../../text/memoize.ts';
import { realPathOf } from '../disk/trackedFs.ts';
import { kustomizationNames } from '../kustomize/kustomizationNames.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import type { Workspace } from '../model/workspace.ts';
import { locateFinding, type Overlays } from './builtFindings.ts';
import { PatchesOfBuild } from './patchesOfBuild.ts';
import type { SourceFile, SourceFiles } from './sourceFile.ts';

/** A kustomization that was built. */
export interface BuiltKustomization {
  /** The file of the kustomization, absolute, and as people name it. */
  readonly path: string;
  readonly file: string;
  /** The folders that it is built from, absolute, itself first. */
  readonly tree: readonly string[];
  /** The output, and the folder that its origins are relative to. */
  readonly text: string;
  readonly folder: string;
}

/**
 * Judges the output of a build and adds findings to its source files that these do not have themselves; shared by the
 * command line and editors.
 *
 * @param sources the files that can get findings.
 */
export function judgeBuild(
  { path, file, tree, text, folder }: BuiltKustomization,
  workspace: Workspace,
  sources: SourceFiles,
): void {
  const inputs = workspace.inputsOfBuild(path, text);
  if (inputs === undefined) return;
  const { kustomizations } = workspace;
  const sourceOf = (path: string) => sources.of(path);
  const buildFiles = new BuildFiles(tree, kustomizations, sourceOf);
  const patches = new PatchesOfBuild(tree, kustomizations, sourceOf);
  const sourceFile = sourceOf(path);
  const overlaysOf = memoize((from: string): Overlays => {
    const folders = patches.folders(from);
    const files = folders.flatMap((item) => kustomizationNames.flatMap((name) => sourceOf(join(item, name)) ?? []));
    return { patches: patches.reaching(from), kustomizations: files };
  });
  const build = kustomizations.nameOf(dirname(path));
  for (const source of buildFiles.all()) source.wasBuiltBy(dirname(path));
  for (const { resource, verdicts } of judgeText(text, inputs).resources) {
    // Embedded objects are judged in their files.
    if (resource.embedded !== undefined) continue;
    const origin = originOf(resource);
    const from = origin === undefined ? undefined : buildFiles.origin(resolve(folder, origin));
    for (const { surface, findings } of verdicts) {
      for (const found of findings) {
        if (codesOfText.has(found.code)) continue;
        const why = `${found.why} It is in the output of ${file}.`;
        const finding = { ...found, why, fixes: () => [] };
        const builtFinding = { built: resource, build, target: surface.name, finding };
        const placed = from !== undefined && locateFinding(builtFinding, from.source, overlaysOf(from.path));
        // Values without a certain source come from the whole kustomization.
        if (!placed) sourceFile?.addToFile(surface.name, builtFinding.finding);
      }
    }
  }
}

/** The files of a build. */
class BuildFiles {
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

  /** Every source file that can have findings. */
  all(): readonly SourceFile[] {
    return [...this.#paths()].flatMap((path) => this.#sourceOf(path) ?? []);
  }

  /** The file that an object came from. Kustomize resolves all links in its name. */
  origin(path: string): { readonly path: string; readonly source: SourceFile } | undefined {
    for (const item of [path, this.#sourceOf(path) === undefined ? this.#named().get(path) : undefined]) {
      const source = item === undefined ? undefined : this.#sourceOf(item);
      if (item !== undefined && source !== undefined) return { path: item, source };
    }
    return undefined;
  }

  #named(): ReadonlyMap<string, string> {
    this.#byRealPath ??= new Map(
      this.#paths().flatMap((path) => {
        const real = realPathOf(path);
        return real === undefined ? [] : [[real, path] as const];
      }),
    );
    return this.#byRealPath;
  }

  #paths(): readonly string[] {
    return this.#tree.flatMap((folder) => [
      ...kustomizationNames.map((name) => join(folder, name)),
      ...(this.#kustomizations.of(folder)?.files ?? []),
    ]);
  }
}

/**
 * The kustomizations that no other one builds on, which are built themselves. A base may be complete only in its
 * overlay, even if that is not built.
 */
export function kustomizationRoots<T extends { readonly path: string }>(
  files: readonly T[],
  kustomizations: Kustomizations,
): readonly T[] {
  const trees = new Map(files.map(({ path }) => [dirname(path), new Set(kustomizations.tree(dirname(path)))]));
  const used = new Set<string>();
  for (const [folder, tree] of trees) {
    // None of a cycle can be built, which must be reported.
    for (const item of tree) if (item !== folder && trees.get(item)?.has(folder) !== true) used.add(item);
  }
  return files.filter(
    ({ path }) => !used.has(dirname(path)) && kustomizations.of(dirname(path))?.isComponent === false,
  );
}

/** The report entry of a kustomization that could not be built. */
export function notBuilt(file: string, why: string): ReportNotJudged {
  return { file, document: 0, reason: 'not-built', detail: `It was not built: ${why}` };
}
