import type { ApiSurface } from '../../catalog/surface.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { LiveSnapshot } from '../../live/snapshot.ts';
import type { ReportFormat } from '../../report/format.ts';
import type { WorkspaceReport } from '../../report/workspaceReport.ts';
import { TextStore } from '../../workspace/disk/textStore.ts';
import type { JudgeRequest } from '../../workspace/judging/judgeRequest.ts';
import { type JudgedWorkspace, judgeWorkspace } from '../../workspace/judging/judgeWorkspace.ts';
import type { OutcomeStore } from '../../workspace/judging/outcomeStore.ts';
import { type SearchedWorkspace, searchWorkspace } from '../../workspace/judging/searchWorkspace.ts';
import { findKustomize } from '../../workspace/kustomize/kustomizeBuild.ts';
import type { SettingProblem } from '../../workspace/settings/configs.ts';
import { type TargetRequest, TargetSelection } from '../../workspace/settings/targetSelection.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { exitCode } from '../command.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments, pathsFor, UsageError } from '../flags/arguments.ts';
import { baselineFlags, baselineFor } from '../flags/baselineFlags.ts';
import { chosenFindings, chosenFlags } from '../flags/chosenFlags.ts';
import { helmFlags, helmSettings } from '../flags/helmFlags.ts';
import { parseShard, scopeFlags, scopeOf } from '../flags/scopeFlags.ts';
import { targetFlags, targetRequest } from '../flags/targetFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import { oldFiles, writerOf } from '../flags/updateFlags.ts';
import { reportOutputs, writeReport } from '../output/output.ts';
import { progressBar } from '../output/progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { outcomeCacheFor } from './cachedRun.ts';
import { expectFiles } from './engine.ts';
import { exitFlags, exitOf } from './exitOf.ts';

/** The flags of every command that judges files. */
export const judgingFlags: readonly FlagSpec[] = [
  ...targetFlags,
  ...exitFlags,
  ...helmFlags,
  ...baselineFlags,
  ...chosenFlags,
  ...scopeFlags,
  {
    name: 'fleet',
    value: 'FILE',
    help: 'a YAML file with many clusters and the folders for each, instead of targets',
  },
  todayFlag,
  {
    name: 'build-kustomizations',
    help: 'also build the kustomizations with kustomize or kubectl, and check the output',
  },
  {
    name: 'kustomize',
    short: 'k',
    value: 'DIR',
    help: 'as in kubectl: the folder of a kustomization, built as with --build-kustomizations; may be repeated',
  },
  {
    name: 'last-applied',
    help: 'also check the last-applied annotations of kubectl: the next kubectl apply compares with them',
  },
  { name: 'stdin-filename', value: 'FILE', help: 'the file name of standard input (-)' },
];

/** The result of a judging command. */
interface Judged extends JudgedWorkspace {
  readonly exit: number;
}

/** Judges the paths of a command line and writes the findings, in the formats of a command. Returns the exit code. */
export async function judgeAndWrite(
  parsed: ParsedArguments,
  terminal: Terminal,
  formats: readonly ReportFormat[],
  complete?: CompleteReport,
): Promise<number> {
  const outputs = reportOutputs(parsed, formats);
  const texts = new TextStore();
  try {
    const judged = await judge(parsed, terminal, { keepSource: outputs.needsSource, texts, complete });
    return judged === undefined ? exitCode.usage : await writeReport(judged, outputs, terminal, judged.exit);
  } finally {
    texts.close();
  }
}

/** The request options for the texts that a run stores until they are printed. */
type Keeping = Pick<JudgeRequest, 'keepSource' | 'texts'> & { readonly complete: CompleteReport | undefined };

/** A judged run, not yet complete. */
export interface RunToComplete {
  readonly report: WorkspaceReport;
  /** The files that were found, named as in reports. */
  readonly found: readonly string[];
  readonly selection: TargetSelection;
}

/** Adds to the report of a run, and returns whether everything could be read. */
export type CompleteReport = (
  run: RunToComplete,
) => Promise<{ readonly report: WorkspaceReport; readonly isWhole: boolean }>;

/**
 * Judges the paths of a command line and reports problems on standard error. Throws a UsageError without paths;
 * undefined, after reporting, if no target is left.
 */
async function judge(parsed: ParsedArguments, terminal: Terminal, keeping: Keeping): Promise<Judged | undefined> {
  const paths = pathsFor('check', parsed);
  const flags = {
    old: oldFiles(parsed, terminal.cwd),
    writer: writerOf(parsed),
    helm: helmSettings(parsed, terminal.cwd),
    scope: scopeOf(parsed, terminal.cwd),
    baseline: await baselineFor(parsed, terminal),
  };
  const store = outcomeCacheFor(parsed, terminal);
  const searched = searchWorkspace(paths, terminal.cwd, store === undefined || store.isEmpty);
  expectFiles(searched.found.files.length);
  try {
    return await judgeSearched(searched, parsed, { ...flags, store }, terminal, keeping);
  } finally {
    searched.threads.end();
  }
}

/** The flags of a judging command, parsed without reading files. */
interface JudgingFlags {
  readonly old: ReturnType<typeof oldFiles>;
  readonly writer: ReturnType<typeof writerOf>;
  readonly helm: ReturnType<typeof helmSettings>;
  readonly scope: ReturnType<typeof scopeOf>;
  readonly baseline: Awaited<ReturnType<typeof baselineFor>>;
  readonly store: OutcomeStore | undefined;
}

async function judgeSearched(
  searched: SearchedWorkspace,
  parsed: ParsedArguments,
  { old, writer, helm, scope, baseline, store }: JudgingFlags,
  terminal: Terminal,
  { complete, ...keeping }: Keeping,
): Promise<Judged | undefined> {
  const paths = parsed.positionals;
  const catalog = readCatalog();
  const selection = selectTargets(parsed, terminal, paths);
  if (reportSettingProblems(selection.problems, terminal)) return undefined;
  const chosen = chosenFindings(parsed, catalog);
  const kustomize = old?.revision === undefined ? undefined : await findKustomize();
  const bar = progressBar(terminal);
  const judged = await judgeWorkspace({
    paths,
    cwd: terminal.cwd,
    searched,
    catalog,
    toolVersion: toolVersion(),
    selection,
    stdin: { read: () => terminal.readStdin(), filename: lastValue(parsed, 'stdin-filename') },
    ...keeping,
    today: todayOf(parsed),
    ...(chosen === undefined ? {} : { chosen }),
    ...scope,
    lastApplied: isOn(parsed, 'last-applied'),
    build: isOn(parsed, 'build-kustomizations'),
    ...(kustomize === undefined ? {} : { buildsBoth: kustomize }),
    ...(old === undefined ? {} : { old }),
    ...(writer === undefined ? {} : { writer }),
    ...(store === undefined ? {} : { store }),
    ...helm,
    ...(bar === undefined ? {} : { onProgress: bar.update }),
  });
  bar?.end();
  reportSettingProblems([...selection.problems, ...selection.addedProblems], terminal);
  for (const { file, message, remedy } of judged.problems) terminal.problem(`${file} ${message}`, remedy);
  const report = parseShard(judged.report, scope, judged.found);
  const { summary, notJudged } = report;
  const onlyRefused = notJudged.length > 0 && notJudged.every(({ reason }) => reason === 'bad-configuration');
  if (selection.problems.length > 0 && onlyRefused && summary.resources === 0) return undefined;
  if (judged.found.length === 0 && summary.files === 0) tellEmpty(paths, judged.ignored, terminal);
  const refused = selection.problems.length + selection.addedProblems.length > 0;
  const wrongUsage = refused || judged.problems.some(({ missing }) => missing);
  const settled = baseline === undefined ? report : baseline({ report, covers: judged.covers });
  const completed = await complete?.({ report: settled, found: judged.found, selection });
  const isUnread = completed?.isWhole === false;
  return {
    ...judged,
    report: completed?.report ?? settled,
    exit: exitOf(settled, parsed, wrongUsage || isUnread),
  };
}

/** The requested targets, not yet resolved for any file. */
export function selectTargets(parsed: ParsedArguments, terminal: Terminal, paths: readonly string[]): TargetSelection {
  const request = targetRequest(parsed, readCatalog().newest);
  const fleet = lastValue(parsed, 'fleet');
  if (fleet !== undefined && request.kind !== 'configured') {
    throw new UsageError('--fleet and targets exclude each other', 'name the targets in the fleet file');
  }
  return selected(fleet === undefined ? request : { kind: 'fleet', file: fleet }, parsed, terminal, paths);
}

/** The targets of `--from` and `--to`, not yet resolved for any file. Throws a UsageError if one is missing. */
export function selectPlanTargets(
  parsed: ParsedArguments,
  terminal: Terminal,
  paths: readonly string[],
): TargetSelection {
  const expressions = ['from', 'to'].map((name) => {
    const value = lastValue(parsed, name);
    if (value === undefined) throw new UsageError(`--${name} is missing`, 'name two targets: --from=1.36 --to=1.37');
    return value;
  });
  return selected({ kind: 'expressions', expressions }, parsed, terminal, paths);
}

function selected(
  request: TargetRequest,
  { clusters }: ParsedArguments,
  { cwd }: Terminal,
  paths: readonly string[],
): TargetSelection {
  const selection = new TargetSelection(readCatalog(), cwd, new Set(checkCodes.keys()), { trusted: true, clusters });
  selection.request(request, paths);
  return selection;
}

/**
 * The only target of a command: that of the command line, or the default in the working folder. Undefined, after
 * reporting, if a setting is refused; throws a UsageError if there are several.
 */
export function oneTarget(parsed: ParsedArguments, terminal: Terminal): ApiSurface | undefined {
  return oneReportedTarget(parsed, terminal)?.surface;
}

/** A target, with the data read from it for a live cluster. */
export interface OneTarget {
  readonly surface: ApiSurface;
  readonly snapshot: LiveSnapshot | undefined;
}

/** As {@link oneTarget}. */
export function oneReportedTarget(parsed: ParsedArguments, terminal: Terminal): OneTarget | undefined {
  const selection = selectTargets(parsed, terminal, []);
  const settings = selection.forFolder();
  if (reportSettingProblems(selection.problems, terminal) || settings === undefined) return undefined;
  const [first, ...others] = settings.surfaces;
  if (others.length === 0) return first && { surface: first, snapshot: selection.snapshot(first.name) };
  const names = settings.surfaces.map(({ name }) => name).join(', ');
  throw new UsageError(`there are several targets here: ${names}`, `name one: --target=${first?.name ?? ''}`);
}

/** Prints refused settings with their places, and returns whether there are any. */
export function reportSettingProblems(problems: readonly SettingProblem[], terminal: Terminal): boolean {
  for (const { location, message, remedy } of problems) terminal.problem(`${location}: ${message}`, remedy);
  return problems.length > 0;
}

function tellEmpty(paths: readonly string[], ignored: number, terminal: Terminal): void {
  const because = ignored === 0 ? '' : ` (.gitignore excludes ${ignored})`;
  terminal.problem(
    `nothing to check under ${paths.join(', ')}${because}`,
    'in folders, only .yaml, .yml and .json files are checked; a file named on the command line always is',
  );
}
