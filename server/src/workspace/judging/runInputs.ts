import { dirname } from 'node:path';
import { suppressionWord } from '../../suppress/suppression.ts';
import type { ChartInstaller } from '../../targets/templateCommand.ts';
import { lazily } from '../../text/lazily.ts';
import type { OldOutputs } from '../../update/oldRevision.ts';
import type { Writer } from '../../update/writer.ts';
import { isChartYaml } from '../charts/packedCharts.ts';
import { type ChartRelease, type ChartToRender, isRenderable, RenderedCharts } from '../charts/renderCharts.ts';
import { findDefinitions } from '../definitions/findDefinitions.ts';
import { InstallFiles } from '../definitions/installFiles.ts';
import { chartReleases, installersIn } from '../delivery/chartReleases.ts';
import { ClustersOfFiles } from '../delivery/clustersOfFiles.ts';
import { DeliveryFiles } from '../delivery/deliveryFiles.ts';
import type { DecodedBytes } from '../disk/decodeBytes.ts';
import type { Discovery, FoundFile } from '../disk/discover.ts';
import { readPipe } from '../disk/readFile.ts';
import { filesChanged } from '../disk/trackedFs.ts';
import { startTracking } from '../ground/graph.ts';
import { searchedFacts } from '../kustomize/appliers.ts';
import type { AddedToFile } from '../model/addedToFile.ts';
import { type RunFacts, searchedIn, workspaceOfRun } from '../model/runContext.ts';
import type { Workspace } from '../model/workspace.ts';
import { Scope } from '../scope/scope.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import type { FileToJudge } from './judgeFiles.ts';
import type { JudgeRequest } from './judgeRequest.ts';
import { readStandardInput, type StandardInput } from './standardInput.ts';

/** A file of a run with its inputs; undefined if its configuration is refused. */
interface FileOfRun extends FoundFile {
  readonly settings: FileSettings | undefined;
}

/** The inputs of a run. */
export interface RunInputs {
  readonly facts: RunFacts;
  readonly scope: Scope;
  /** Every found file, including those outside the run. */
  readonly all: readonly FileOfRun[];
  /** The files of the run. */
  readonly selected: readonly FileOfRun[];
  readonly judgeable: readonly FileToJudge[];
  /** Standard input. */
  readonly input: StandardInput | undefined;
  readonly workspace: Workspace;
  /** Which clusters files are applied to. */
  readonly clusters: ClustersOfFiles;
  /** The workspace with compared definitions. Lazy: expensive and rarely needed. */
  readonly comparing: () => Workspace;
  /** The content of named pipes, by path. */
  readonly pipes: ReadonlyMap<string, DecodedBytes>;
  /** The files that may define kinds and have suppressions: only judging shows what these ignore. */
  readonly compared: ReadonlySet<string>;
  /** The outputs of other programs, filled in when they finish. */
  readonly outputs: ProgramOutputs;
}

/** The outputs of other programs for the files of a run. */
export interface ProgramOutputs {
  charts: RenderedCharts;
  /** The findings that kustomization builds add, by file path. */
  added: ReadonlyMap<string, readonly AddedToFile[]>;
  /** The objects in the outputs of builds and charts at the compared revision. */
  old: OldOutputs | undefined;
}

/** Reads the inputs of a run. Judges nothing and runs no program. */
export function inputsOfRun(request: JudgeRequest): RunInputs {
  const { cwd, selection, paths, searched, catalog, today, old, writer, lastApplied = false } = request;
  const { found } = searched;
  if (request.store !== undefined) {
    startTracking();
    // An earlier run of this process may have seen others.
    filesChanged();
  }
  const input = paths.includes('-') ? readStandardInput(request.stdin.read, request.stdin.filename, cwd) : undefined;
  const pipes = pipesOf(found);
  const once = [...(input === undefined ? [] : [input]), ...pipes];
  const texts = new Map(once.flatMap(({ path, content }) => (content.ok ? [[path, content.text]] : [])));
  const ignoring = new Set<string>();
  const appliers = new Map<string, 'none' | 'may hold'>();
  const installed = new InstallFiles(cwd);
  const deliveries = new DeliveryFiles(searchedIn(paths, cwd));
  const onText = (path: string, text: string) => {
    if (text.includes(suppressionWord)) ignoring.add(path);
    const found = searchedFacts(text);
    if (found === undefined) appliers.delete(path);
    else appliers.set(path, found);
    installed.read(path, text);
    deliveries.read(path, text);
  };
  const definitions = findDefinitions({ cwd, paths, files: found.files, texts, catalog, onText });
  const helmValues = new Map(
    found.files.flatMap(({ path }) => (isChartYaml(path) ? [[path, valuesFor(path, request)] as const] : [])),
  );
  const installers = new Map<string, readonly ChartInstaller[]>();
  const outputs: ProgramOutputs = { charts: new RenderedCharts(new Map()), added: new Map(), old: undefined };
  const writers = new Map<string, Writer>();
  const facts: RunFacts = {
    ...{ cwd, searched: searchedIn(paths, cwd), today, old, writer, writers, lastApplied },
    ...{ bare: found.bare, appliers, definitions, comparesDefinitions: false },
    ...{ installations: installed.installations(), helmValues, installers },
  };
  const workspaceWith = (comparesDefinitions: boolean) =>
    workspaceOfRun(
      { ...facts, comparesDefinitions },
      {
        settingsOf: (path) => selection.forFile(path),
        helmValuesOf: (path) => helmValues.get(path) ?? (input === undefined ? undefined : valuesFor(path, request)),
        givenText: (path) => texts.get(path),
        renderingsOf: (path, surfaces) => outputs.charts.of(path, surfaces),
        buildsOf: (path) => outputs.added.get(path) ?? [],
        ...(old?.revision !== undefined && {
          // What was not built then has no stored object.
          storedOfOutput: (path: string) =>
            outputs.old?.(outputs.charts.folderOf(path) ?? dirname(path)) ?? (() => undefined),
        }),
      },
    );
  const workspace = workspaceWith(false);
  const clusters = new ClustersOfFiles(() => workspace.kustomizations, deliveries);
  selection.useClusters(clusters);
  for (const path of deliveries.mayRenderCharts || request.helm !== undefined ? helmValues.keys() : []) {
    const found = clusters.releasesOf(dirname(path));
    const all = chartReleases(found, (cluster) => selection.clusterTarget(cluster)?.name);
    if (all.length > 0) installers.set(dirname(path), installersIn(all));
  }
  // The settings of every file are read, so that all shards have the same targets in the same order.
  const all = found.files.map(({ path, file }) => ({ path, file, settings: selection.forFile(path) }));
  const scope = new Scope(found.files, request, selection.targetFiles);
  const judged = all.filter((candidate) => scope.has(candidate) && selection.concerns(candidate.path));
  if (writer === undefined) {
    for (const { path } of judged) {
      const applies = clusters.ofKnown(path)?.writer;
      if (applies !== undefined) writers.set(path, applies);
    }
  }
  return {
    ...{ facts, scope, clusters, all, selected: judged, input, outputs },
    pipes: new Map(pipes.map(({ path, content }) => [path, content])),
    judgeable: judged.flatMap(({ path, file, settings }) => (settings === undefined ? [] : { path, file, settings })),
    workspace,
    comparing: lazily(() => workspaceWith(true)),
    compared: new Set(definitions.flatMap(({ path }) => (ignoring.has(path) ? [path] : []))),
  };
}

/** The pipes among the files, which can only be read once. */
function pipesOf({ files, pipes }: Discovery): readonly StandardInput[] {
  const found = pipes.size === 0 ? [] : files.filter(({ path }) => pipes.has(path));
  return found.map(({ path, file }) => ({ path, file, content: readPipe(path) }));
}

/** The charts among the files, if they are to be rendered. */
export function chartsToRender(
  files: readonly Pick<FileToJudge, 'path' | 'settings'>[],
  request: Pick<JudgeRequest, 'helm' | 'selection'>,
  clusters: Pick<ClustersOfFiles, 'releasesOf'>,
): readonly ChartToRender[] {
  const charts = request.helm === undefined ? [] : files.filter(({ path }) => isRenderable(path));
  return charts.map(({ path, settings }) => ({
    folder: dirname(path),
    surfaces: settings.surfaces,
    values: valuesFor(path, request),
    releases: releasesFor(path, request, clusters),
  }));
}

/** The additional values files of a chart, absolute. */
function valuesFor(path: string, { helm, selection }: Pick<JudgeRequest, 'helm' | 'selection'>): readonly string[] {
  return helm?.values ?? selection.helmValues(path) ?? [];
}

/** The installations of a chart in the workspace, if its values are not configured. */
function releasesFor(
  path: string,
  { helm, selection }: Pick<JudgeRequest, 'helm' | 'selection'>,
  clusters: Pick<ClustersOfFiles, 'releasesOf'>,
): readonly ChartRelease[] {
  if ((helm?.values ?? selection.helmValues(path)) !== undefined) return [];
  return chartReleases(clusters.releasesOf(dirname(path)), (cluster) => selection.clusterTarget(cluster)?.name);
}
