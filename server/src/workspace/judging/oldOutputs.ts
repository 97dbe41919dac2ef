import { dirname, join, relative } from 'node:path';
import type { OldFiles } from '../../update/oldObjects.ts';
import { type OldOutputs, objectsOfOutputs } from '../../update/oldRevision.ts';
import { type ChartToRender, isRenderable } from '../charts/renderCharts.ts';
import { isBelow } from '../disk/isBelow.ts';
import { pathExists, statOf } from '../disk/trackedFs.ts';
import { kustomizationNames } from '../kustomize/kustomizationNames.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import { filesOfRevision } from '../programs/revisionFiles.ts';
import { RevisionFolder } from '../programs/revisionFolder.ts';
import { type BuiltSide, builtSide, rootFolders, type SideToBuild } from './builtSide.ts';

/** How the present side is built, which the earlier one is built like. */
export type PresentOutputs = Omit<SideToBuild, 'kustomizations'>;

/**
 * What builds and charts made of an earlier revision, to compare with; undefined if nothing is built, or if the revision
 * cannot be read.
 */
export async function oldOutputs(old: OldFiles, present: PresentOutputs): Promise<OldOutputs | undefined> {
  const earlier = await builtRevision(old, present);
  if (earlier === undefined) return undefined;
  return objectsOfOutputs(
    earlier.outputs,
    old.operation,
    (path) => !present.folders.includes(path) && !present.charts.some((chart) => chart.folder === path),
  );
}

/**
 * An earlier revision, built like the present side and with its own files: they are written into a temporary folder.
 * Paths are those of the working tree. Undefined if nothing is built, or if the revision cannot be read.
 */
export async function builtRevision(
  { revision }: OldFiles,
  { charts, helm, folders, kustomize }: PresentOutputs,
): Promise<BuiltSide | undefined> {
  const isIdle = (helm === undefined || charts.length === 0) && kustomize === undefined;
  if (revision === undefined || isIdle) return undefined;
  const content = filesOfRevision(revision, () => true);
  if (!content.ok) return undefined;
  const temporary = new RevisionFolder();
  const folder = temporary.path;
  const { root } = revision;
  const thenAt = (path: string) => (isBelow(path, root) ? join(folder, relative(root, path)) : path);
  const nowAt = (path: string) => join(root, relative(folder, path));
  try {
    const paths = content.files.map(({ path, bytes }) => {
      const at = thenAt(path);
      temporary.write(at, bytes);
      return at;
    });
    const chartsThen = charts.map((chart) => withPaths(chart, thenAt)).filter((chart) => isChart(chart.folder));
    // An earlier chart that is gone may have become another one.
    const moved = paths.filter((path) => isRenderable(path) && !pathExists(nowAt(path))).map(dirname);
    const surfaces = charts[0]?.surfaces ?? [];
    const gone = surfaces.length === 0 ? [] : moved.map((chart) => ({ folder: chart, surfaces, values: [] }));
    const kustomizations = new Kustomizations(() => [folder]);
    const built = await builtSide({
      charts: [...chartsThen, ...gone],
      helm,
      folders: rootFolders(paths, kustomizations).filter(
        (then) => folders.includes(nowAt(then)) || !hasKustomization(nowAt(then)),
      ),
      kustomizations,
      kustomize,
    });
    const parts = new Set(paths.filter(built.isPart).map(nowAt));
    const outputs = new Map([...built.outputs].map(([then, text]) => [nowAt(then), text]));
    return { outputs, isPart: (path) => parts.has(path) };
  } finally {
    temporary.remove();
  }
}

function isChart(folder: string): boolean {
  return statOf(join(folder, 'Chart.yaml'))?.isFile() === true;
}

function hasKustomization(folder: string): boolean {
  return kustomizationNames.some((name) => pathExists(join(folder, name)));
}

/** A chart as it was: its folder and its values, as far as they are in the repository. */
function withPaths(chart: ChartToRender, thenAt: (path: string) => string): ChartToRender {
  const there = (paths: readonly string[]) => paths.map(thenAt).filter((path) => statOf(path)?.isFile() === true);
  const { releases } = chart;
  return {
    ...chart,
    folder: thenAt(chart.folder),
    values: there(chart.values),
    ...(releases === undefined
      ? {}
      : { releases: releases.map((release) => ({ ...release, files: there(release.files) })) }),
  };
}
