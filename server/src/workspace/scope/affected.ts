import { basename, dirname, relative, sep } from 'node:path';
import { definitionsIn } from '../../crd/definitionList.ts';
import { mayHoldInstallations } from '../../sources/installed/readInstallFacts.ts';
import { crdSets } from '../../targets/crds.ts';
import { archivedFiles, isChartArchive } from '../charts/chartArchive.ts';
import type { FoundFile } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { isKustomization } from '../kustomize/kustomizationNames.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import type { ChangedFiles } from '../programs/changedFiles.ts';
import { filesAtRevision } from '../programs/gitRevision.ts';
import { Charts } from './shard.ts';

/** Files that affect every file below their folder. */
const governs = /^(?:\.kubecompat\.ya?ml|Chart\.yaml|kustomization\.ya?ml|Kustomization)$/;

/** What a change may affect besides the files themselves. */
export interface ChangeReach {
  readonly cwd: string;
  /** Files that targets are read from. */
  readonly targetFiles: ReadonlySet<string>;
  /** Whether kustomizations are built: then each of their files may affect all others. */
  readonly build: boolean;
}

/**
 * The files whose verdicts a change may affect: changed ones; all of a chart with a changed file; everything below a
 * changed configuration or kustomization; kustomizations that build on a changed file, with their patches; files that
 * name an API group whose CustomResourceDefinitions changed, or one of a built-in set if a changed file may declare its
 * release; and everything if a file that describes a target changed.
 */
export function affectedFiles(
  files: readonly FoundFile[],
  { base, paths }: Extract<ChangedFiles, { ok: true }>,
  { cwd, targetFiles, build }: ChangeReach,
): ReadonlySet<string> {
  if ([...targetFiles].some((path) => paths.has(path))) return new Set(files.map(({ path }) => path));
  const charts = new Charts();
  const changedCharts = new Set([...paths].flatMap((path) => charts.chartFolderOf(path) ?? []));
  const governed = [...paths].filter((path) => governs.test(basename(path))).map(dirname);
  const groups = changedGroups([...paths], base, cwd);
  const built = builtWith(files, paths, build);
  const isAffected = ({ path }: FoundFile) => {
    const chart = charts.chartFolderOf(path);
    return (
      paths.has(path) ||
      built.has(path) ||
      (chart !== undefined && changedCharts.has(chart)) ||
      governed.some((folder) => isBelow(path, folder)) ||
      isInSubmodule(path, paths) ||
      names(path, groups)
    );
  };
  return new Set(files.filter(isAffected).map(({ path }) => path));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A submodule changes as a whole: git names only its folder. */
function isInSubmodule(path: string, changed: ReadonlySet<string>): boolean {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (changed.has(folder)) return true;
  }
  return false;
}

/** The API groups that changed files define kinds of, or did before. */
function changedGroups(paths: readonly string[], base: string, cwd: string): readonly string[] {
  const texts = paths.flatMap((path) => {
    const content = readText(path);
    return content.ok ? [{ path, text: content.text }] : [];
  });
  const before = filesAtRevision(base, paths, cwd);
  const all = before.ok ? [...texts, ...before.files] : texts;
  const groups = all.flatMap(({ path, text }) => definitionsIn(text, relative(cwd, path)).map(({ group }) => group));
  // Old contents of an archive are not unpacked; removed kinds are reported where they are used.
  const packed = paths.flatMap((path) => (isChartArchive(path) ? archivedFiles(path) : []));
  const inArchives = packed.flatMap(({ name, text }) => definitionsIn(text, name).map(({ group }) => group));
  const installs = all.some(({ path, text }) => mayHoldInstallations(path, text));
  const ofSets = installs ? crdSets.flatMap((set) => set.groups) : [];
  return [...new Set([...groups, ...inArchives, ...ofSets])];
}

function names(path: string, groups: readonly string[]): boolean {
  if (groups.length === 0) return false;
  const content = readText(path);
  return content.ok && groups.some((group) => content.text.includes(group));
}

/**
 * The kustomizations that build on a changed file, with their patches and replacements; all of their files if they are
 * built.
 */
function builtWith(files: readonly FoundFile[], changed: ReadonlySet<string>, build: boolean): ReadonlySet<string> {
  const kustomizations = new Kustomizations();
  const found = new Set<string>();
  for (const { path } of files) {
    if (!isKustomization(path)) continue;
    const tree = kustomizations.tree(dirname(path));
    const all = [path, ...tree.flatMap((folder) => kustomizations.of(folder)?.files ?? [])];
    if (!all.some((part) => changed.has(part))) continue;
    const parts = kustomizations.of(dirname(path))?.parts.keys() ?? [];
    for (const part of build ? all : [path, ...parts]) found.add(part);
  }
  return found;
}
