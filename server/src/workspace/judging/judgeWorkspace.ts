import { dirname, resolve } from 'node:path';
import { reportTarget, withNotJudged } from '../../report/buildReport.ts';
import { withChosen } from '../../report/chosenFindings.ts';
import { readExcerptText } from '../../report/excerpt.ts';
import type { RenderContext } from '../../report/format.ts';
import { ReportBuilder, type ReportDeliveries } from '../../report/reportBuilder.ts';
import type { FleetOfReport } from '../../report/reportFleet.ts';
import type { ReportCoverage, ReportNotJudged, ToolInfo, WorkspaceReport } from '../../report/workspaceReport.ts';
import { renderCharts } from '../charts/renderCharts.ts';
import type { ClustersOfFiles } from '../delivery/clustersOfFiles.ts';
import { reportedClusters } from '../delivery/reportedClusters.ts';
import type { DiscoveryProblem, FoundFile } from '../disk/discover.ts';
import type { Workspace } from '../model/workspace.ts';
import { CoverageOfRun } from './coverageOfRun.ts';
import { judgeAll } from './judgeAll.ts';
import { notBuilt } from './judgeBuild.ts';
import { foldersToBuild, judgeBuilt } from './judgeBuilt.ts';
import { type FileOutcome, judgeFile, unreadable } from './judgeFile.ts';
import type { JudgeRequest } from './judgeRequest.ts';
import { oldOutputs } from './oldOutputs.ts';
import { chartsToRender, inputsOfRun } from './runInputs.ts';
import type { StandardInput } from './standardInput.ts';
import { detachOutcome, storeReport } from './transferredOutcome.ts';

/** The outcome of a run. */
export interface JudgedWorkspace {
  readonly report: WorkspaceReport;
  /** The text for excerpts of a file, by its name in the report. */
  readonly sourceOf: RenderContext['sourceOf'];
  /** What could not be found or read, for people; problems of files are in the report as well. */
  readonly problems: readonly DiscoveryProblem[];
  /** The number of files and folders that `.gitignore` excludes. */
  readonly ignored: number;
  /** Every found file, including those outside the run. */
  readonly found: readonly string[];
  /** Whether the run covered a file, named as in reports, or would have if it existed. */
  readonly covers: (file: string) => boolean;
}

/** Reads and judges everything under the paths of a request. An error in one file does not affect the others. */
export async function judgeWorkspace(request: JudgeRequest): Promise<JudgedWorkspace> {
  const { found, threads } = request.searched;
  request.selection.without(found.plain);
  const run = new Run(request);
  const inputs = inputsOfRun(request);
  const { scope, selected, judgeable, workspace, outputs } = inputs;
  for (const problem of found.problems) if (scope.isReported(problem.file)) run.notFound(problem);
  const charts = chartsToRender(judgeable, request, inputs.clusters);
  if (request.helm !== undefined && charts.length > 0)
    outputs.charts = await renderCharts(charts, request.helm.program);
  const kustomize = request.buildsBoth;
  const isOwn = (path: string) => scope.covers(path);
  if (request.old !== undefined) {
    const folders = kustomize === undefined ? [] : foldersToBuild(found.files, workspace, isOwn);
    // Without a kustomization now, none of then is looked up.
    const program = folders.length === 0 ? undefined : kustomize;
    outputs.old = await oldOutputs(request.old, { charts, helm: request.helm?.program, folders, kustomize: program });
  }
  const isBuilt = request.build || kustomize !== undefined;
  const built = isBuilt ? await judgeBuilt(found.files, workspace, isOwn) : undefined;
  outputs.added = new Map(built?.added.map((addedToFile) => [addedToFile.path, [addedToFile]]));
  if (inputs.input !== undefined) run.standardInput(inputs.input, workspace);
  const outcomeOf = await judgeAll(request, inputs);
  // The rest does not need their memory.
  threads.end();
  const coverage = new CoverageOfRun(inputs.all, workspace, {
    charts: outputs.charts,
    built: built?.folders ?? new Set(),
    notRendered: request.notRendered,
    build: request.build,
  });
  for (const { file, path } of selected) {
    const outcome = outcomeOf({ path, file });
    // Builds for a comparison alone are no promise to build everything.
    const why = request.build ? built?.notBuilt.get(path) : undefined;
    const fileOutcome = outcome === undefined || why === undefined ? outcome : withNotBuilt(outcome, file, why);
    coverage.add(path, fileOutcome?.report);
    if (fileOutcome === undefined) run.badConfiguration(file, path);
    else run.take(file, fileOutcome);
  }
  for (const { file, path } of selected) {
    for (const { document, detail } of inputs.clusters.remoteCharts(path))
      run.notMade({ file, reason: 'remote-chart', document, detail });
  }
  return {
    ...run.result(
      coverage.entries(),
      reportedClusters(
        selected,
        clustersToReport(inputs.clusters, request),
        (cluster) => request.selection.clusterTarget(cluster),
        request.cwd,
      ),
      fleetOfReport(inputs.all, request),
    ),
    ignored: found.ignored,
    found: found.files.map(({ file }) => file),
    covers: (file) => scope.covers(file),
  };
}

/** A run on a part of a repository with configured targets does not search the rest to name clusters. */
function clustersToReport(clusters: ClustersOfFiles, { selection }: JudgeRequest): Pick<ClustersOfFiles, 'of'> {
  return selection.isRequested ? clusters : { of: (path) => clusters.ofKnown(path) };
}

/** The additional report of a fleet. */
function fleetOfReport(all: readonly FoundFile[], { selection, cwd }: JudgeRequest): FleetOfReport | undefined {
  const { fleet } = selection;
  if (fleet === undefined) return undefined;
  return {
    clusters: fleet.clusters.map(({ name, target, reported }) => {
      const { source, support } = reportTarget(reported);
      return { name, target, source, ...(support === undefined ? {} : { support }) };
    }),
    others: all.filter(({ path }) => !selection.concerns(path)).length,
    workloadOf: (file) => fleet.workloadOf(resolve(cwd, file)),
  };
}

function withNotBuilt(outcome: FileOutcome, file: string, why: string): FileOutcome {
  return { ...outcome, report: withNotJudged(outcome.report, notBuilt(file, why)) };
}

class Run {
  readonly #request: JudgeRequest;
  readonly #builder = new ReportBuilder();
  readonly #outcomes = new Map<string, FileOutcome>();
  readonly #problems: DiscoveryProblem[] = [];

  constructor(request: JudgeRequest) {
    this.#request = request;
  }

  /** Links to other places are reported, but hide no manifest of this workspace. */
  notFound(problem: DiscoveryProblem): void {
    const { file, message, counts } = problem;
    this.#problems.push(problem);
    if (counts) this.#builder.addNotJudged({ file, reason: 'unreadable', detail: message });
  }

  badConfiguration(file: string, path: string): void {
    const config = this.#request.selection.configFile(dirname(path)) ?? 'its configuration';
    this.#builder.addNotJudged({ file, reason: 'bad-configuration', detail: `${config} is refused` });
  }

  /** A judged file has parts that are generated elsewhere. */
  notMade(entry: ReportNotJudged): void {
    this.#builder.addUnmadeOutput(entry);
  }

  take(file: string, outcome: FileOutcome): void {
    const { report, problem } = outcome;
    const { chosen, texts } = this.#request;
    this.#builder.addReported(chosen === undefined ? report : storeReport(withChosen(report, chosen), texts));
    if (this.#request.keepSource) this.#outcomes.set(file, outcome);
    if (problem !== undefined) this.#problems.push({ file, ...problem, missing: false, counts: true });
  }

  standardInput({ file, path, content }: StandardInput, workspace: Workspace): void {
    const { keepSource, texts } = this.#request;
    const outcome = content.ok
      ? judgeFile({ path, file }, workspace, { source: keepSource, reads: false })
      : unreadable(file, content);
    if (outcome === undefined) this.badConfiguration(file, path);
    else this.take(file, detachOutcome(outcome, texts));
  }

  result(
    coverage: readonly ReportCoverage[],
    applied: ReportDeliveries | undefined,
    fleet: FleetOfReport | undefined,
  ): Pick<JudgedWorkspace, 'report' | 'sourceOf' | 'problems'> {
    const { toolVersion: version, catalog, selection } = this.#request;
    const tool: ToolInfo = { name: 'kubecompat', version, catalogue: catalog.version };
    return {
      report: this.#builder.build(tool, selection.targets, coverage, applied, fleet),
      sourceOf: (file) => {
        const source = this.#outcomes.get(file)?.source?.();
        return source === undefined ? undefined : readExcerptText(source);
      },
      problems: this.#problems,
    };
  }
}
