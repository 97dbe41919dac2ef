import { dirname, join } from 'node:path';
import { type ChartToRender, renderCharts } from '../charts/renderCharts.ts';
import { isKustomization, kustomizationNames } from '../kustomize/kustomizationNames.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import { buildKustomization, type KustomizeProgram } from '../kustomize/kustomizeBuild.ts';
import { obstacleTo } from '../kustomize/obstacle.ts';
import { kustomizationRoots } from './judgeBuild.ts';

/** What of a working tree is rendered and built. */
export interface SideToBuild {
  readonly charts: readonly ChartToRender[];
  /** The file of the helm binary; undefined if charts are not rendered. */
  readonly helm: string | undefined;
  /** The folders of kustomizations. */
  readonly folders: readonly string[];
  readonly kustomizations: Kustomizations;
  /** Undefined if kustomizations are not built. */
  readonly kustomize: KustomizeProgram | undefined;
}

/** What charts and kustomizations of a working tree make. */
export interface BuiltSide {
  /** The output of each chart and kustomization, by its folder. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Whether a file is a part of what has an output. */
  readonly isPart: (path: string) => boolean;
}

/** Renders charts and builds kustomizations. What cannot be made has no output. */
export async function builtSide({ charts, helm, folders, kustomizations, kustomize }: SideToBuild): Promise<BuiltSide> {
  const outputs = new Map<string, string>();
  const parts = new Set<string>();
  const rendered = helm === undefined || charts.length === 0 ? undefined : await renderCharts(charts, helm);
  for (const { folder } of charts) {
    const text = rendered?.outputOf(folder);
    if (text !== undefined) outputs.set(folder, text);
  }
  const isRendered = (path: string) => {
    const folder = rendered?.folderOf(path);
    return folder !== undefined && outputs.has(folder);
  };
  if (kustomize === undefined) return { outputs, isPart: isRendered };
  for (const folder of folders) {
    const build =
      obstacleTo(folder, kustomizations) === undefined ? await buildKustomization(folder, kustomize) : undefined;
    if (build?.ok !== true) continue;
    outputs.set(folder, build.text);
    for (const item of kustomizations.tree(folder)) {
      for (const name of kustomizationNames) parts.add(join(item, name));
      for (const file of kustomizations.of(item)?.files ?? []) parts.add(file);
    }
  }
  return { outputs, isPart: (path) => parts.has(path) || isRendered(path) };
}

/** The folders of the kustomizations among files that no other one builds on. */
export function rootFolders(paths: readonly string[], kustomizations: Kustomizations): readonly string[] {
  const all = paths.filter(isKustomization).map((path) => ({ path }));
  return kustomizationRoots(all, kustomizations).map(({ path }) => dirname(path));
}
