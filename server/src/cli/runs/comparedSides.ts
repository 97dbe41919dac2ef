import { join, resolve } from 'node:path';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import type { OldFiles } from '../../update/oldObjects.ts';
import { objectsOfOutputs } from '../../update/oldRevision.ts';
import type { HelmUse } from '../../workspace/charts/helm.ts';
import { reportName } from '../../workspace/disk/discover.ts';
import { isBelow } from '../../workspace/disk/isBelow.ts';
import { pathExists } from '../../workspace/disk/trackedFs.ts';
import { type BuiltSide, builtSide, rootFolders } from '../../workspace/judging/builtSide.ts';
import { builtRevision } from '../../workspace/judging/oldOutputs.ts';
import { chartsToRender } from '../../workspace/judging/runInputs.ts';
import { kustomizationNames } from '../../workspace/kustomize/kustomizationNames.ts';
import { findKustomize } from '../../workspace/kustomize/kustomizeBuild.ts';
import type { TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { FilesOfRun, type ReportProblem } from './filesOfRun.ts';

/** Manifests of a side of a comparison: a file, or the output of a chart or kustomization. */
export interface ComparedText {
  /** Where its objects are looked up first; '' if that does not matter. */
  readonly place: string;
  /** The file as people name it; the Chart.yaml or the kustomization of an output. */
  readonly file: string;
  readonly text: string;
  readonly inputs: FileInputs;
  /** Whether the text is an output, whose places the file does not have. */
  readonly isOutput: boolean;
}

/** The sides of a comparison. The inputs of the newer one have the older objects. */
export interface ComparedSides {
  readonly older: readonly ComparedText[];
  readonly newer: readonly ComparedText[];
}

/** What is compared. */
export interface Comparison {
  readonly paths: readonly string[];
  readonly old: OldFiles;
  /** The older file or folder; a revision has none. */
  readonly oldPath: string;
  readonly selection: TargetSelection;
  readonly surfaces: readonly ApiSurface[];
  readonly today: string;
  readonly cwd: string;
  readonly helm: HelmUse;
}

/** The manifests of files and folders, and those of older ones. */
export function sidesOfFolders(
  { paths, old, oldPath, selection, surfaces, today, cwd }: Comparison,
  problem: ReportProblem,
): ComparedSides {
  const older = new FilesOfRun({ paths: [oldPath], selection, today }, { cwd });
  const newer = new FilesOfRun({ paths, selection, today, old }, { cwd });
  const textsOf = (run: FilesOfRun) =>
    [...run.each(problem, surfaces)].map(
      ({ file, content: { text }, inputs }): ComparedText => ({ place: '', file, text, inputs, isOutput: false }),
    );
  return { older: textsOf(older), newer: textsOf(newer) };
}

/**
 * The manifests of files and folders, and those that they had at a revision. On both sides, charts are rendered and
 * kustomizations are built, and their parts are no manifests of their own.
 */
export async function sidesOfRevision(
  { paths, old, selection, surfaces, today, cwd, helm }: Comparison,
  problem: ReportProblem,
): Promise<ComparedSides> {
  const run = new FilesOfRun({ paths, selection, today, old }, { cwd });
  const { workspace } = run;
  const files = [...run.each(problem, surfaces)];
  const found = files.map((file) => ({ path: file.path, settings: file.inputs }));
  const present = {
    charts: chartsToRender(found, { ...helm, selection }, run.clusters),
    helm: helm.helm?.program,
    folders: rootFolders(
      found.map(({ path }) => path),
      workspace.kustomizations,
    ),
    kustomize: await findKustomize(),
  };
  const now = await builtSide({ ...present, kustomizations: workspace.kustomizations });
  const then: BuiltSide = (await builtRevision(old, present)) ?? { outputs: new Map(), isPart: () => false };
  const storedOf = objectsOfOutputs(then.outputs, old.operation, (folder) => !now.outputs.has(folder));
  const oldFiles = old.files === 'unknown' ? [] : old.files.filter(({ path }) => isIn(paths, path, cwd));
  const pathsThen = new Set(oldFiles.map(({ path }) => path));

  const outputsOf = (side: BuiltSide, isFile: (path: string) => boolean, stored: typeof storedOf | undefined) =>
    [...side.outputs].flatMap(([folder, text]): readonly ComparedText[] => {
      if (!isIn(paths, folder, cwd)) return [];
      const names = ['Chart.yaml', ...kustomizationNames].map((name) => join(folder, name));
      const path = names.find(isFile) ?? folder;
      const inputs = workspace.inputsOfBuild(path, text);
      if (inputs === undefined) return [];
      const given = { ...inputs, stored: stored?.(folder), earlier: stored?.(folder) };
      return [{ place: folder, file: reportName(path, cwd), text, inputs: given, isOutput: true }];
    });
  const newer = files
    .filter(({ path }) => !now.isPart(path))
    .map(({ path, file, content: { text }, inputs }) => ({ place: path, file, text, inputs, isOutput: false }));
  const older = oldFiles
    .filter(({ path }) => !then.isPart(path))
    .flatMap(({ path, text }): readonly ComparedText[] => {
      const inputs = workspace.inputsOf(path, surfaces);
      if (inputs === undefined) return [];
      const given = { ...inputs, stored: undefined, earlier: undefined };
      return [{ place: path, file: reportName(path, cwd), text, inputs: given, isOutput: false }];
    });
  return {
    older: [...older, ...outputsOf(then, (path) => pathsThen.has(path), undefined)],
    newer: [...newer, ...outputsOf(now, pathExists, storedOf)],
  };
}

function isIn(paths: readonly string[], path: string, cwd: string): boolean {
  return paths.some((named) => isBelow(path, resolve(cwd, named)));
}
