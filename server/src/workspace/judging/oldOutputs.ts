import { dirname, join, relative } from 'node:path';
import type { OldFiles } from '../../update/oldObjects.ts';
import { type OldOutputs, objectsOfOutputs } from '../../update/oldRevision.ts';
import { type ChartToRender, isRenderable, renderCharts } from '../charts/renderCharts.ts';
import { isBelow } from '../disk/isBelow.ts';
import { pathExists, statOf } from '../disk/trackedFs.ts';
import { isKustomization, kustomizationNames } from '../kustomize/kustomizationNames.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import { buildKustomization, type KustomizeProgram } from '../kustomize/kustomizeBuild.ts';
import { obstacleTo } from '../kustomize/obstacle.ts';
import { filesOfRevision } from '../programs/revisionFiles.ts';
import { RevisionFolder } from '../programs/revisionFolder.ts';
import { kustomizationRoots } from './judgeBuild.ts';

/** How the present side is built, which the earlier one is built like. */
export interface PresentOutputs {
  readonly charts: readonly ChartToRender[];
  /** The file of the helm binary; undefined if charts are not rendered. */
  readonly helm: string | undefined;
  /** The folders of the kustomizations that are built. */
  readonly kustomizations: readonly string[];
  readonly kustomize: KustomizeProgram | undefined;
}

/**
 * What builds and charts made of an earlier revision, with their files of that revision: they are written into a temporary
 * folder and built there. Undefined if nothing is built, or if the revision cannot be read.
 */
export async function oldOutputs(
  { operation, revision }: OldFiles,
  { charts, helm, kustomizations, kustomize }: PresentOutputs,
): Promise<OldOutputs | undefined> {
  const isIdle =
    (helm === undefined || charts.length === 0) && (kustomize === undefined || kustomizations.length === 0);
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
    const outputs = new Map<string, string>();
    const chartsThen = charts.map((chart) => withPaths(chart, thenAt)).filter((chart) => isChart(chart.folder));
    // An earlier chart that is gone may have become another one.
    const moved = paths.filter((path) => isRenderable(path) && !pathExists(nowAt(path))).map(dirname);
    const [like] = charts;
    const surfaces = like?.surfaces ?? [];
    const all = [...chartsThen, ...moved.map((chart): ChartToRender => ({ folder: chart, surfaces, values: [] }))];
    if (helm !== undefined && surfaces.length > 0) {
      const rendered = await renderCharts(all, helm);
      for (const chart of all) {
        const text = rendered.outputOf(chart.folder);
        if (text !== undefined) outputs.set(nowAt(chart.folder), text);
      }
    }
    if (kustomize !== undefined) {
      const found = new Kustomizations(() => [folder]);
      const roots = kustomizationRoots(
        paths.filter(isKustomization).map((path) => ({ path })),
        found,
      ).map(({ path }) => dirname(path));
      const wanted = roots.filter((then) => kustomizations.includes(nowAt(then)) || !hasKustomization(nowAt(then)));
      for (const then of wanted) {
        const build = obstacleTo(then, found) === undefined ? await buildKustomization(then, kustomize) : undefined;
        if (build?.ok === true) outputs.set(nowAt(then), build.text);
      }
    }
    return objectsOfOutputs(
      outputs,
      operation,
      (path) => !kustomizations.includes(path) && !charts.some((chart) => chart.folder === path),
    );
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
