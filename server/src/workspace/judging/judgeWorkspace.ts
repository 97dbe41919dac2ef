import { dirname } from 'node:path';
import type { Catalog } from '../../catalog/catalog.ts';
import { codesOfDefinitions } from '../../checks/checkCodes.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import { mergeLooks } from '../../report/buildReport.ts';
import { ReportBuilder } from '../../report/reportBuilder.ts';
import type { ReportCoverage, ToolInfo, WorkspaceReport } from '../../report/workspaceReport.ts';
import { oldObjectsOf } from '../../update/oldObjects.ts';
import type { HelmUse } from '../charts/helm.ts';
import { asOff, offPlaces, whyOff } from '../charts/offCharts.ts';
import { type DefinitionFile, withDefinitionsFrom } from '../definitions/definitionFiles.ts';
import { definitionsOfFiles } from '../definitions/definitionsOfFile.ts';
import { contestedDefinitions, withShadowed } from '../definitions/rivalDefinitions.ts';
import { Surroundings } from '../definitions/surroundings.ts';
import type { DiscoveryProblem } from '../disk/discover.ts';
import { Scope, type ScopeRequest } from '../scope/scope.ts';
import type { FileSettings, TargetSelection } from '../settings/targetSelection.ts';
import { CoverageOfRun, isOfChart } from './coverageOfRun.ts';
import type { JudgeSettings } from './judgeBlocks.ts';
import { judgeBuilt } from './judgeBuilt.ts';
import { type FileOutcome, judgeFile } from './judgeFile.ts';
import { type FileToJudge, judgeFiles } from './judgeFiles.ts';
import { judgeRendered, valuesFor } from './judgeRendered.ts';
import type { JudgeThreads } from './judgeThreads.ts';
import type { SearchedWorkspace } from './searchWorkspace.ts';
import { standardInput } from './standardInput.ts';

/** What to judge, and how. */
export interface JudgeRequest extends JudgeSettings, ScopeRequest, HelmUse {
  /** Files and folders, relative to `cwd`; `-` is standard input. */
  readonly paths: readonly string[];
  readonly searched: SearchedWorkspace;
  readonly catalog: Catalog;
  readonly toolVersion: string;
  readonly selection: TargetSelection;
  /** The bytes of standard input, and the file that they are of, if one was named. */
  readonly stdin: { readonly read: () => Uint8Array; readonly filename: string | undefined };
  /** Told after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The outcome of a run. */
export interface JudgedWorkspace {
  readonly report: WorkspaceReport;
  /** The texts of the files with findings, by their names in the report. */
  readonly sources: ReadonlyMap<string, string>;
  /** What could not be found or read, for people; those that concern a file are in the report as well. */
  readonly problems: readonly DiscoveryProblem[];
  /** How many files and folders `.gitignore` left out. */
  readonly ignored: number;
  /** Every file that was found, also those that the run was not about. */
  readonly found: readonly string[];
  /** Whether the run has looked at a file, named as in reports, or would have if it were there. */
  readonly covers: (file: string) => boolean;
}

/** Reads and judges everything under the paths of a request. One bad file stops no other. */
export async function judgeWorkspace(request: JudgeRequest): Promise<JudgedWorkspace> {
  const { cwd, selection, paths, searched } = request;
  const { found, threads } = searched;
  selection.without(found.plain);
  const run = new Run(request);
  if (paths.includes('-')) run.standardInput();
  // Every file is asked for its settings, so that all shards have the same targets in the same order.
  const all = found.files.map(({ path, file }) => ({ path, file, settings: selection.forFile(path) }));
  const scope = new Scope(found.files, request, selection.targetFiles);
  for (const problem of found.problems) if (scope.tells(problem.file)) run.notFound(problem);
  const files = all.flatMap((one) => {
    const { path, file, settings } = one;
    const own = scope.has(one);
    return own || scope.helps(one, request.catalog) ? { path, file, settings, own } : [];
  });
  const judgeable = files.flatMap(({ path, file, settings, own }) =>
    settings === undefined ? [] : { path, file, settings, own },
  );
  const off = offPlaces(
    judgeable.map(({ path }) => path),
    (path) => valuesFor(path, request),
  );
  const how = { ...request, off, bare: found.bare };
  const around = new Surroundings(cwd, new Set(judgeable.map(({ path }) => path)));
  const isPart = around.holds(paths);
  const first = await judgeFiles(judgeable, how, [], threads, (outcomes, done) => {
    request.onProgress?.(done, judgeable.length);
    // Other threads go on judging meanwhile; afterwards they would wait for it.
    if (isPart && outcomes.some(({ customKinds }) => customKinds.undefined.length > 0)) around.search();
  });
  const judged = await judgeCustomResources(judgeable, first, how, threads, { around, isPart });
  // What is left is not worth their memory.
  threads.end();
  const rendered = await judgeRendered(judgeable, judged, how, around);
  const built = request.build ? await judgeBuilt(judgeable, rendered.outcomes, request) : undefined;
  const outcomes = withShadowed((built ?? rendered).outcomes, judgeable).values();
  const coverage = new CoverageOfRun(all, {
    charts: rendered.charts,
    built: built?.folders ?? new Set(),
    notRendered: request.notRendered,
    build: request.build,
    off,
  });
  for (const { file, path, settings, own } of files) {
    const outcome = settings === undefined ? undefined : outcomes.next().value;
    if (!own) continue;
    const detail = off.length === 0 || !isOfChart(path) ? undefined : whyOff(path, off);
    const told = outcome === undefined || detail === undefined ? outcome : asOff(outcome, file, detail);
    coverage.add(path, told?.report);
    if (told === undefined) run.badConfiguration(file, path);
    else run.take(file, told);
  }
  return {
    ...run.result(coverage.entries()),
    ignored: found.ignored,
    found: found.files.map(({ file }) => file),
    covers: (file) => scope.covers(file),
  };
}

/**
 * Judges the files with custom resources again, now with the CustomResourceDefinitions of the workspace: which there are
 * is known only when all files have been read, and most workspaces need no second look.
 */
async function judgeCustomResources(
  files: readonly (FileToJudge & { readonly own: boolean })[],
  outcomes: readonly FileOutcome[],
  request: JudgeRequest,
  threads: JudgeThreads,
  { around, isPart }: { readonly around: Surroundings; readonly isPart: boolean },
): Promise<readonly FileOutcome[]> {
  const kinds = outcomes.map(({ customKinds }) => customKinds);
  const contested = contestedDefinitions(kinds.map(({ defined }) => defined));
  const again = files.map(({ own }, index) => {
    const isUntold = contested.get(index)?.some(({ ifShadowed }) => ifShadowed === undefined) === true;
    return own && (isUntold || (kinds[index]?.undefined.length ?? 0) > 0);
  });
  if (!again.includes(true)) return outcomes;
  const wanted = new Set(kinds.flatMap((one, index) => (again[index] ? one.undefined : [])));
  const told = again.flatMap((one, index) => (one ? (contested.get(index) ?? []) : []));
  const rivals = new Set(told.map(({ group }) => group));
  const here = files.flatMap(({ path, file }, index): readonly DefinitionFile[] => {
    const groups = [...new Set(kinds[index]?.defined.map(({ group }) => group))];
    return groups.some((group) => wanted.has(group) || rivals.has(group)) ? [{ path, file, groups }] : [];
  });
  const missing = new Set(wanted);
  for (const { defined } of kinds) for (const { group } of defined) missing.delete(group);
  // Around a part of a workspace there may be other definitions of what it defines itself.
  const definitions = [...here, ...around.defining(isPart ? wanted : missing)];
  if (definitions.length === 0) return outcomes;
  const judged = await judgeFiles(
    files.filter((_, index) => again[index]),
    request,
    definitions,
    threads,
  );
  const next = judged.values();
  return outcomes.map((outcome, index) => (again[index] ? bothLooks(outcome, next.next().value) : outcome));
}

/** The outcome of a second look, with what the first one found in documents that were not judged anew as a whole. */
function bothLooks(first: FileOutcome, second: FileOutcome | undefined): FileOutcome {
  const partly = second?.partly;
  if (second === undefined || partly === undefined || partly.size === 0) return second ?? first;
  const report = mergeLooks(first.report, { report: second.report, partly, codes: codesOfDefinitions });
  return { ...second, report, source: report.findings.length === 0 ? undefined : (first.source ?? second.source) };
}

class Run {
  readonly #request: JudgeRequest;
  readonly #builder = new ReportBuilder();
  readonly #sources = new Map<string, string>();
  readonly #problems: DiscoveryProblem[] = [];

  constructor(request: JudgeRequest) {
    this.#request = request;
  }

  /** Links that lead elsewhere are told, but they hide no manifest of this workspace. */
  notFound(problem: DiscoveryProblem): void {
    const { file, message, counts } = problem;
    this.#problems.push(problem);
    if (counts) this.#builder.addNotJudged({ file, reason: 'unreadable', detail: message });
  }

  badConfiguration(file: string, path: string): void {
    const config = this.#request.selection.configFile(dirname(path)) ?? 'its configuration';
    this.#builder.addNotJudged({ file, reason: 'bad-configuration', detail: `${config} is refused` });
  }

  take(file: string, { report, source, problem }: FileOutcome): void {
    this.#builder.addReported(report);
    if (source !== undefined && report.findings.length > 0) this.#sources.set(file, source);
    if (problem !== undefined) this.#problems.push({ file, ...problem, missing: false, counts: true });
  }

  standardInput(): void {
    const { stdin, cwd, selection, keepSource, old, today, lastApplied = false } = this.#request;
    const oldObjects = old === undefined ? undefined : oldObjectsOf(old);
    const { file, path, context, chart, read } = standardInput(stdin.read, stdin.filename, cwd);
    const settings = selection.forFile(path);
    if (settings === undefined) this.badConfiguration(file, path);
    else {
      const content = read();
      const judge = (own: FileSettings): FileOutcome =>
        judgeFile(file, content, own, keepSource, { oldObjects, chart, context, today, lastApplied });
      const first = judge(settings);
      const wanted = new Set(first.customKinds.undefined);
      const extend = withDefinitionsFrom(() => [
        ...(content.ok ? definitionsIn(content.text, file, path) : []),
        ...definitionsOfFiles(new Surroundings(cwd).defining(wanted)),
      ]);
      this.take(file, wanted.size === 0 ? first : judge(extend(settings)));
    }
  }

  result(coverage: readonly ReportCoverage[]): Pick<JudgedWorkspace, 'report' | 'sources' | 'problems'> {
    const { toolVersion: version, catalog, selection } = this.#request;
    const tool: ToolInfo = { name: 'kubecompat', version, catalogue: catalog.version };
    return {
      report: this.#builder.build(tool, selection.targets, coverage),
      sources: this.#sources,
      problems: this.#problems,
    };
  }
}
