import { withFindings } from '../../report/buildReport.ts';
import { byFile } from '../../report/order.ts';
import type { ReportFinding } from '../../report/workspaceReport.ts';
import { definedKindsOf } from '../definitions/definedKinds.ts';
import { type DefinitionFile, mayDefineGroup } from '../definitions/definitionFile.ts';
import { type DefiningFile, shadowedDefinitions } from '../definitions/shadowedDefinitions.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { Workspace } from '../model/workspace.ts';
import { type FileOutcome, judgeFile, unreadable } from './judgeFile.ts';
import { type FileToJudge, judgeFiles } from './judgeFiles.ts';
import type { JudgeRequest } from './judgeRequest.ts';
import { OutcomeCache } from './outcomeCache.ts';
import type { RunInputs } from './runInputs.ts';
import { detachOutcome } from './transferredOutcome.ts';

/**
 * The outcomes of the files of a run, by path, each judged once or cached from an earlier run. Threads judge most of
 * them; files with program outputs, compared definitions and pipes are judged in this thread, which alone has those
 * inputs.
 */
export async function judgeAll(
  request: JudgeRequest,
  inputs: RunInputs,
): Promise<(file: FoundFile) => FileOutcome | undefined> {
  const { store, keepSource, texts, onProgress } = request;
  const { threads } = request.searched;
  const { judgeable, facts, workspace, compared, pipes, outputs } = inputs;
  const kept = store && new OutcomeCache(store, facts);
  const keep = { source: keepSource, reads: kept !== undefined };
  const isMade = ({ path, settings }: FileToJudge) =>
    outputs.added.has(path) || outputs.charts.of(path, settings.surfaces) !== undefined;
  const judged = new Map<string, FileOutcome>();
  const take = (path: string, outcome: FileOutcome | undefined) => {
    if (outcome !== undefined) judged.set(path, outcome);
  };
  const judgeHere = (file: FileToJudge) => {
    const pipe = pipes.get(file.path);
    const outcome =
      pipe?.ok === false
        ? unreadable(file.file, pipe)
        : judgeFile(file, compared.has(file.path) ? inputs.comparing() : workspace, keep);
    return outcome && detachOutcome(outcome, texts);
  };
  const plain = judgeable.filter((file) => !isMade(file));
  if (kept !== undefined) {
    for (const file of plain) if (!pipes.has(file.path)) take(file.path, kept.of(file, workspace, keep));
  }
  const open = plain.filter(({ path }) => !judged.has(path));
  if (kept !== undefined) threads.found(open.length);
  const isShared = ({ path }: FileToJudge) => !compared.has(path) && !pipes.has(path);
  const shared = open.filter(isShared);
  const onJudged = (begun: number) => onProgress?.(begun, judgeable.length);
  const outcomes = await judgeFiles(shared, { workspace, facts, keep, threads, texts, onJudged });
  for (const [index, { path }] of shared.entries()) take(path, outcomes[index]);
  for (const file of open) if (!isShared(file)) take(file.path, judgeHere(file));
  if (kept !== undefined) {
    for (const file of open) {
      const outcome = pipes.has(file.path) ? undefined : judged.get(file.path);
      if (outcome !== undefined) kept.keep(file, outcome);
    }
    kept.save();
  }
  for (const file of judgeable) if (isMade(file)) take(file.path, judgeHere(file));
  return withOtherDefinitions(judged, inputs);
}

/** Adds the findings on a file's definitions once all files are known. */
function withOtherDefinitions(
  judged: ReadonlyMap<string, FileOutcome>,
  { judgeable, facts, workspace, compared }: RunInputs,
): (file: FoundFile) => FileOutcome | undefined {
  const ofRun = judgeable.map(({ file, path, settings: { severity } }): DefiningFile => {
    return { file, severity, defined: judged.get(path)?.defined ?? [] };
  });
  const shadowed = shadowedDefinitions(byFile([...ofRun, ...definedElsewhere(facts.definitions, judged, workspace)]));
  return ({ path, file }) => withShadowed(judged.get(path), compared.has(path) ? undefined : shadowed.get(file));
}

/** The definitions in files outside the run, for the groups that the run defines kinds of. */
function definedElsewhere(
  files: readonly DefinitionFile[],
  judged: ReadonlyMap<string, FileOutcome>,
  workspace: Workspace,
): readonly DefiningFile[] {
  const groups = new Set([...judged.values()].flatMap(({ defined }) => defined.map(({ group }) => group)));
  return files.flatMap((file) => {
    // Files that Helm skips have no findings, but their definitions are known.
    const isOpen = (judged.get(file.path)?.defined.length ?? 0) === 0 && file.text === undefined;
    const isAsked = isOpen && [...groups].some((group) => mayDefineGroup(file, group));
    const inputs = isAsked ? workspace.inputsOf(file.path) : undefined;
    if (inputs === undefined) return [];
    const { surfaces, severity } = inputs;
    return [{ file: file.file, severity, defined: definedKindsOf(workspace.definitionsOf(file), surfaces) }];
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
