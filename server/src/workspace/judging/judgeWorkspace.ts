import { dirname } from 'node:path';
import type { Catalog } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { withFindings } from '../../report/buildReport.ts';
import { ReportBuilder } from '../../report/reportBuilder.ts';
import type { ReportCoverage, ReportFinding, ToolInfo, WorkspaceReport } from '../../report/workspaceReport.ts';
import { lazily } from '../../text/lazily.ts';
import type { OldFiles } from '../../update/oldObjects.ts';
import type { HelmUse } from '../charts/helm.ts';
import { isChartYaml } from '../charts/packedCharts.ts';
import { isRenderable, RenderedCharts, renderCharts } from '../charts/renderCharts.ts';
import { definedKindsOf } from '../definitions/definedKinds.ts';
import { type DefinitionFile, mayDefineGroup } from '../definitions/definitionFile.ts';
import { findDefinitions } from '../definitions/findDefinitions.ts';
import { InstallFiles } from '../definitions/installFiles.ts';
import { type DefiningFile, shadowedDefinitions } from '../definitions/rivalDefinitions.ts';
import type { DiscoveryProblem } from '../disk/discover.ts';
import { workspaceOfRun } from '../model/runGround.ts';
import type { Workspace } from '../model/workspace.ts';
import { Scope, type ScopeRequest } from '../scope/scope.ts';
import type { TargetSelection } from '../settings/targetSelection.ts';
import { type AddedToFile, addedTo } from './addedToFile.ts';
import { CoverageOfRun } from './coverageOfRun.ts';
import { notBuilt } from './judgeBuild.ts';
import { judgeBuilt } from './judgeBuilt.ts';
import { type FileOutcome, judgeFile, textDigest, unreadable } from './judgeFile.ts';
import { type FileToJudge, type Judging, judgeFiles } from './judgeFiles.ts';
import { KeptOutcomes } from './keptOutcomes.ts';
import { OutcomeKeys } from './outcomeKeys.ts';
import type { OutcomeStore } from './outcomeStore.ts';
import type { SearchedWorkspace } from './searchWorkspace.ts';
import { readStandardInput, type StandardInput } from './standardInput.ts';

/** What to judge, and how. */
export interface JudgeRequest extends ScopeRequest, HelmUse {
  /** Files and folders, relative to `cwd`; `-` is standard input. */
  readonly paths: readonly string[];
  readonly searched: SearchedWorkspace;
  readonly catalog: Catalog;
  readonly toolVersion: string;
  readonly selection: TargetSelection;
  /** The bytes of standard input, and the file that they are of, if one was named. */
  readonly stdin: { readonly read: () => Uint8Array; readonly filename: string | undefined };
  /** Keeps the texts of files with findings. */
  readonly keepSource: boolean;
  /** The day, `YYYY-MM-DD`, by which comments ignore findings. */
  readonly today: string;
  /** What updates replace; absent where creates are judged. */
  readonly old?: OldFiles;
  /** What kubectl noted as applied last, in annotations, is judged as well. */
  readonly lastApplied?: boolean;
  /** What became of files in earlier runs; absent where nothing is kept. */
  readonly store?: OutcomeStore;
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
  const { cwd, selection, paths, searched, catalog, today, old, lastApplied = false } = request;
  const { found, threads } = searched;
  selection.without(found.plain);
  const run = new Run(request);
  const input = paths.includes('-') ? readStandardInput(request.stdin.read, request.stdin.filename, cwd) : undefined;
  // Every file is asked for its settings, so that all shards have the same targets in the same order.
  const all = found.files.map(({ path, file }) => ({ path, file, settings: selection.forFile(path) }));
  const scope = new Scope(found.files, request, selection.targetFiles);
  for (const problem of found.problems) if (scope.tells(problem.file)) run.notFound(problem);
  const own = all.filter((one) => scope.has(one));
  const judgeable = own.flatMap(({ path, file, settings }) => (settings === undefined ? [] : { path, file, settings }));
  const texts = new Map(input?.content.ok === true ? [[input.path, input.content.text]] : []);
  const digests = new Map<string, string>();
  const installed = new InstallFiles(cwd);
  const onText = (path: string, text: string) => {
    if (request.store !== undefined) digests.set(path, textDigest(text));
    installed.look(path, text);
  };
  const definitions = findDefinitions({
    ...{ cwd, paths, files: found.files, texts, catalog, onText },
  });
  const installations = installed.installations();
  const helmValues = new Map(
    all.flatMap(({ path }) => (isChartYaml(path) ? [[path, valuesFor(path, request)] as const] : [])),
  );
  const made: Made = { charts: new RenderedCharts(new Map()), added: new Map() };
  const facts = { cwd, today, old, lastApplied, bare: found.bare };
  const state = {
    definitions: () => definitions,
    installations: () => installations,
    helmValuesOf: (path: string) =>
      helmValues.get(path) ?? (input === undefined ? undefined : valuesFor(path, request)),
    texts,
    renderingsOf: (path: string, surfaces: readonly ApiSurface[]) => made.charts.of(path, surfaces),
    addedTo: (path: string, text: string) => addedTo(text, made.added.get(path) ?? []),
  };
  const settingsOf = (path: string) => selection.forFile(path);
  const workspace = workspaceOfRun(facts, settingsOf, { ...state, comparesDefinitions: false });
  // Costs more, and is asked for hardly any file.
  const comparing = lazily(() => workspaceOfRun(facts, settingsOf, { ...state, comparesDefinitions: true }));
  made.charts = await renderedCharts(judgeable, request);
  const built = request.build ? await judgeBuilt(found.files, workspace, (path) => scope.covers(path)) : undefined;
  made.added = new Map(built?.added.map((one) => [one.path, [one]]));
  if (input !== undefined) run.standardInput(input, workspace);
  const kept =
    request.store && new KeptOutcomes(request.store, new OutcomeKeys(workspace, facts, definitions, digests));
  const judged = await judgeAll(judgeable, made, workspace, kept, {
    facts,
    definitions,
    installations,
    helmValues,
    keep: { source: request.keepSource, digest: kept !== undefined },
    threads,
    onJudged: (begun) => request.onProgress?.(begun, judgeable.length),
  });
  // What is left is not worth their memory.
  threads.end();
  const coverage = new CoverageOfRun(all, workspace, {
    charts: made.charts,
    built: built?.folders ?? new Set(),
    notRendered: request.notRendered,
    build: request.build,
  });
  const ofRun = judgeable.map(({ file, path, settings: { severity } }): DefiningFile => {
    return { file, severity, defined: judged.get(path)?.defined ?? [] };
  });
  const shadowed = shadowedDefinitions(inOrder([...ofRun, ...definedElsewhere(definitions, judged, workspace)]));
  for (const { file, path, settings } of own) {
    const alone = settings === undefined ? undefined : judged.get(path);
    const outcome =
      alone?.ignores === true && alone.defined.length > 0
        ? judgeFile({ path, file }, comparing(), { source: request.keepSource, digest: false })
        : withShadowed(alone, shadowed.get(file));
    const why = built?.notBuilt.get(path);
    const told = outcome === undefined || why === undefined ? outcome : withNotBuilt(outcome, file, why);
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

/** The files of values that a chart gets besides its own, absolute. */
function valuesFor(path: string, { helm, selection }: JudgeRequest): readonly string[] {
  return helm?.values ?? selection.helmValues(path) ?? [];
}

/** What other programs made of the files of a run. */
interface Made {
  charts: RenderedCharts;
  /** What builds of kustomizations add, by the paths of the files. */
  added: ReadonlyMap<string, readonly AddedToFile[]>;
}

/** The charts among the files, rendered where that is asked for. */
async function renderedCharts(files: readonly FileToJudge[], request: JudgeRequest): Promise<RenderedCharts> {
  const { helm } = request;
  const charts = helm === undefined ? [] : files.filter(({ path }) => isRenderable(path));
  if (helm === undefined || charts.length === 0) return new RenderedCharts(new Map());
  const toRender = charts.map(({ path, settings }) => ({
    folder: dirname(path),
    surfaces: settings.surfaces,
    values: valuesFor(path, request),
  }));
  return renderCharts(toRender, helm.program);
}

/** The outcomes of files, by their paths. What other programs made of some of them only this thread knows. */
async function judgeAll(
  files: readonly FileToJudge[],
  { charts, added }: Made,
  workspace: Workspace,
  kept: KeptOutcomes | undefined,
  judging: Omit<Judging, 'workspace'>,
): Promise<ReadonlyMap<string, FileOutcome>> {
  const isMade = ({ path, settings }: FileToJudge) =>
    added.has(path) || charts.of(path, settings.surfaces) !== undefined;
  const judged = new Map<string, FileOutcome>();
  const take = (path: string, outcome: FileOutcome | undefined) => {
    if (outcome !== undefined) judged.set(path, outcome);
  };
  const plain = files.filter((file) => !isMade(file));
  for (const { path } of kept === undefined ? [] : plain) take(path, kept?.of(path, workspace, judging.keep));
  const open = plain.filter(({ path }) => !judged.has(path));
  if (kept !== undefined) judging.threads.found(open.length);
  const outcomes = await judgeFiles(open, { ...judging, workspace });
  for (const [index, { path }] of open.entries()) {
    const outcome = outcomes[index];
    take(path, outcome);
    if (outcome !== undefined) kept?.keep(path, outcome);
  }
  kept?.save();
  for (const file of files.filter(isMade)) take(file.path, judgeFile(file, workspace, judging.keep));
  return judged;
}

/** What the files define that are no part of the run, of the groups that those of the run define kinds of as well. */
function definedElsewhere(
  files: readonly DefinitionFile[],
  judged: ReadonlyMap<string, FileOutcome>,
  workspace: Workspace,
): readonly DefiningFile[] {
  const groups = new Set([...judged.values()].flatMap(({ defined }) => defined.map(({ group }) => group)));
  return files.flatMap((one) => {
    // Nothing is said of what Helm leaves out, and what it defines is known all the same.
    const isOpen = (judged.get(one.path)?.defined.length ?? 0) === 0 && one.text === undefined;
    const isAsked = isOpen && [...groups].some((group) => mayDefineGroup(one, group));
    const inputs = isAsked ? workspace.inputsOf(one.path) : undefined;
    if (inputs === undefined) return [];
    const { surfaces, severity } = inputs;
    return [{ file: one.file, severity, defined: definedKindsOf(workspace.definitions.definitionsOf(one), surfaces) }];
  });
}

/** By their names, as the files of a run that has them all. */
function inOrder(files: readonly DefiningFile[]): readonly DefiningFile[] {
  return [...files].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

function withShadowed(
  outcome: FileOutcome | undefined,
  shadowed: readonly ReportFinding[] | undefined,
): FileOutcome | undefined {
  return outcome === undefined || shadowed === undefined
    ? outcome
    : { ...outcome, report: withFindings(outcome.report, shadowed) };
}

function withNotBuilt(outcome: FileOutcome, file: string, why: string): FileOutcome {
  const report = { ...outcome.report, notJudged: [...outcome.report.notJudged, notBuilt(file, why)] };
  return { ...outcome, report };
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

  standardInput({ file, path, content }: StandardInput, workspace: Workspace): void {
    const { keepSource } = this.#request;
    const outcome = content.ok
      ? judgeFile({ path, file }, workspace, { source: keepSource, digest: false })
      : unreadable(file, content);
    if (outcome === undefined) this.badConfiguration(file, path);
    else this.take(file, outcome);
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
