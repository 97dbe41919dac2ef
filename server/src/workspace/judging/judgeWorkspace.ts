import { dirname } from 'node:path';
import type { Catalog } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { withFindings, withNotJudged } from '../../report/buildReport.ts';
import { readExcerptText } from '../../report/excerpt.ts';
import type { RenderContext } from '../../report/format.ts';
import { byFile } from '../../report/order.ts';
import { ReportBuilder } from '../../report/reportBuilder.ts';
import type { ReportCoverage, ReportFinding, ToolInfo, WorkspaceReport } from '../../report/workspaceReport.ts';
import type { Installation } from '../../sources/installed/linkInstallations.ts';
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
import type { DiscoveryProblem, FoundFile } from '../disk/discover.ts';
import type { KeptTexts } from '../disk/keptTexts.ts';
import { sha256 } from '../disk/sha256.ts';
import { type RunFacts, workspaceOfRun } from '../model/runGround.ts';
import type { Workspace } from '../model/workspace.ts';
import { Scope, type ScopeRequest } from '../scope/scope.ts';
import type { FileSettings, TargetSelection } from '../settings/targetSelection.ts';
import { type AddedToFile, addedTo } from './addedToFile.ts';
import { CoverageOfRun } from './coverageOfRun.ts';
import { settle } from './handOver.ts';
import { notBuilt } from './judgeBuild.ts';
import { judgeBuilt } from './judgeBuilt.ts';
import { type FileOutcome, judgeFile, unreadable } from './judgeFile.ts';
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
  /** Keeps what excerpts show of files with findings. */
  readonly keepSource: boolean;
  /** Keeps what was found until it is printed. */
  readonly texts: KeptTexts;
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
  /** What excerpts show of a file, by its name in the report. */
  readonly sourceOf: RenderContext['sourceOf'];
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
  const { found, threads } = request.searched;
  request.selection.without(found.plain);
  const run = new Run(request);
  const inputs = inputsOfRun(request);
  const { scope, own, judgeable, workspace, made } = inputs;
  for (const problem of found.problems) if (scope.tells(problem.file)) run.notFound(problem);
  made.charts = await renderedCharts(judgeable, request);
  const built = request.build ? await judgeBuilt(found.files, workspace, (path) => scope.covers(path)) : undefined;
  made.added = new Map(built?.added.map((one) => [one.path, [one]]));
  if (inputs.input !== undefined) run.standardInput(inputs.input, workspace);
  const judged = await judgeAll(request, inputs);
  // What is left is not worth their memory.
  threads.end();
  const coverage = new CoverageOfRun(inputs.all, workspace, {
    charts: made.charts,
    built: built?.folders ?? new Set(),
    notRendered: request.notRendered,
    build: request.build,
  });
  const outcomeOf = withOtherDefinitions(judged, inputs, request);
  for (const { file, path } of own) {
    const outcome = outcomeOf(path, file);
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

/** A file of a run with what it is judged with; undefined where its configuration is refused. */
interface FileOfRun extends FoundFile {
  readonly settings: FileSettings | undefined;
}

/** What the files of a run are judged with. */
interface InputsOfRun {
  readonly facts: RunFacts;
  readonly scope: Scope;
  /** Every file that was found, also those that the run is not about. */
  readonly all: readonly FileOfRun[];
  /** Those that the run is about. */
  readonly own: readonly FileOfRun[];
  readonly judgeable: readonly FileToJudge[];
  /** What came through standard input. */
  readonly input: StandardInput | undefined;
  readonly definitions: readonly DefinitionFile[];
  readonly installations: readonly Installation[];
  /** The files of values that charts get besides their own, by their Chart.yaml. */
  readonly helmValues: ReadonlyMap<string, readonly string[]>;
  /** The digests of the texts that were looked at. */
  readonly digests: ReadonlyMap<string, string>;
  readonly workspace: Workspace;
  /** The same, with definitions compared where each is judged. Costs more, and is asked for hardly any file. */
  readonly comparing: () => Workspace;
  /** What other programs made, filled in when they are done. */
  readonly made: Made;
}

function inputsOfRun(request: JudgeRequest): InputsOfRun {
  const { cwd, selection, paths, searched, catalog, today, old, lastApplied = false } = request;
  const { found } = searched;
  const input = paths.includes('-') ? readStandardInput(request.stdin.read, request.stdin.filename, cwd) : undefined;
  // Every file is asked for its settings, so that all shards have the same targets in the same order.
  const all = found.files.map(({ path, file }) => ({ path, file, settings: selection.forFile(path) }));
  const scope = new Scope(found.files, request, selection.targetFiles);
  const own = all.filter((one) => scope.has(one));
  const texts = new Map(input?.content.ok === true ? [[input.path, input.content.text]] : []);
  const digests = new Map<string, string>();
  const installed = new InstallFiles(cwd);
  const onText = (path: string, text: string) => {
    if (request.store !== undefined) digests.set(path, sha256(text));
    installed.look(path, text);
  };
  const definitions = findDefinitions({ cwd, paths, files: found.files, texts, catalog, onText });
  const installations = installed.installations();
  const helmValues = new Map(
    all.flatMap(({ path }) => (isChartYaml(path) ? [[path, valuesFor(path, request)] as const] : [])),
  );
  const made: Made = { charts: new RenderedCharts(new Map()), added: new Map() };
  const facts = { cwd, today, old, lastApplied, bare: found.bare };
  const workspaceWith = (comparesDefinitions: boolean) =>
    workspaceOfRun(facts, (path) => selection.forFile(path), {
      definitions: () => definitions,
      installations: () => installations,
      helmValuesOf: (path) => helmValues.get(path) ?? (input === undefined ? undefined : valuesFor(path, request)),
      texts,
      renderingsOf: (path: string, surfaces: readonly ApiSurface[]) => made.charts.of(path, surfaces),
      addedTo: (path: string, text: string) => addedTo(text, made.added.get(path) ?? []),
      comparesDefinitions,
    });
  return {
    ...{ facts, scope, all, own, input, definitions, installations, helmValues, digests, made },
    judgeable: own.flatMap(({ path, file, settings }) => (settings === undefined ? [] : { path, file, settings })),
    workspace: workspaceWith(false),
    comparing: lazily(() => workspaceWith(true)),
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
  { store, keepSource, texts, searched: { threads }, onProgress }: JudgeRequest,
  {
    judgeable,
    facts,
    definitions,
    installations,
    digests,
    helmValues,
    workspace,
    made: { charts, added },
  }: InputsOfRun,
): Promise<ReadonlyMap<string, FileOutcome>> {
  const kept = store && new KeptOutcomes(store, new OutcomeKeys(workspace, facts, definitions, digests));
  const keep = { source: keepSource, digest: kept !== undefined };
  const isMade = ({ path, settings }: FileToJudge) =>
    added.has(path) || charts.of(path, settings.surfaces) !== undefined;
  const judged = new Map<string, FileOutcome>();
  const take = (path: string, outcome: FileOutcome | undefined) => {
    if (outcome !== undefined) judged.set(path, outcome);
  };
  const plain = judgeable.filter((file) => !isMade(file));
  if (kept !== undefined) for (const { path } of plain) take(path, kept.of(path, workspace, keep));
  const open = plain.filter(({ path }) => !judged.has(path));
  if (kept !== undefined) threads.found(open.length);
  const onJudged = (begun: number) => onProgress?.(begun, judgeable.length);
  const how: Judging = { workspace, facts, definitions, installations, helmValues, keep, threads, texts, onJudged };
  const outcomes = await judgeFiles(open, how);
  for (const [index, { path }] of open.entries()) {
    const outcome = outcomes[index];
    take(path, outcome);
    if (outcome !== undefined) kept?.keep(path, outcome);
  }
  kept?.save();
  for (const file of judgeable.filter(isMade)) {
    const outcome = judgeFile(file, workspace, keep);
    take(file.path, outcome && settle(outcome, texts));
  }
  return judged;
}

/** The outcome of a file, with what is to be said of its definitions now that those of all files are known. */
function withOtherDefinitions(
  judged: ReadonlyMap<string, FileOutcome>,
  { judgeable, definitions, workspace, comparing }: InputsOfRun,
  { keepSource, texts }: JudgeRequest,
): (path: string, file: string) => FileOutcome | undefined {
  const ofRun = judgeable.map(({ file, path, settings: { severity } }): DefiningFile => {
    return { file, severity, defined: judged.get(path)?.defined ?? [] };
  });
  const shadowed = shadowedDefinitions(byFile([...ofRun, ...definedElsewhere(definitions, judged, workspace)]));
  return (path, file) => {
    const alone = judged.get(path);
    if (alone?.ignores !== true || alone.defined.length === 0) return withShadowed(alone, shadowed.get(file));
    const outcome = judgeFile({ path, file }, comparing(), { source: keepSource, digest: false });
    return outcome && settle(outcome, texts);
  };
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

function withShadowed(
  outcome: FileOutcome | undefined,
  shadowed: readonly ReportFinding[] | undefined,
): FileOutcome | undefined {
  return outcome === undefined || shadowed === undefined
    ? outcome
    : { ...outcome, report: withFindings(outcome.report, shadowed) };
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

  take(file: string, outcome: FileOutcome): void {
    const { report, problem } = outcome;
    this.#builder.addReported(report);
    if (this.#request.keepSource) this.#outcomes.set(file, outcome);
    if (problem !== undefined) this.#problems.push({ file, ...problem, missing: false, counts: true });
  }

  standardInput({ file, path, content }: StandardInput, workspace: Workspace): void {
    const { keepSource, texts } = this.#request;
    const outcome = content.ok
      ? judgeFile({ path, file }, workspace, { source: keepSource, digest: false })
      : unreadable(file, content);
    if (outcome === undefined) this.badConfiguration(file, path);
    else this.take(file, settle(outcome, texts));
  }

  result(coverage: readonly ReportCoverage[]): Pick<JudgedWorkspace, 'report' | 'sourceOf' | 'problems'> {
    const { toolVersion: version, catalog, selection } = this.#request;
    const tool: ToolInfo = { name: 'kubecompat', version, catalogue: catalog.version };
    return {
      report: this.#builder.build(tool, selection.targets, coverage),
      sourceOf: (file) => {
        const source = this.#outcomes.get(file)?.source?.();
        return source === undefined ? undefined : readExcerptText(source);
      },
      problems: this.#problems,
    };
  }
}
