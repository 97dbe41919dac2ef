import type { ApiSurface } from '../../catalog/surface.ts';
import { declaredFamilies } from '../../conversion/declared.ts';
import { confinement } from '../disk/confinement.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { KeptTexts } from '../disk/keptTexts.ts';
import { isRecording } from '../disk/trackedFs.ts';
import type { Workspace } from '../model/workspace.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { catalogueInUse } from '../shipped/catalogueInUse.ts';
import { detachOutcome } from './handedOutcome.ts';
import {
  inBlocks,
  type JudgeTask,
  judgeBlock,
  judgeBlocks,
  type PlainSettings,
  type PlainTarget,
} from './judgeBlocks.ts';
import type { FileOutcome } from './judgeFile.ts';
import type { JudgeThreads } from './judgeThreads.ts';

/** A file with the settings that it is judged with. */
export interface FileToJudge extends FoundFile {
  readonly settings: FileSettings;
}

/** How files are judged. */
export interface JudgingOptions
  extends Pick<JudgeTask, 'facts' | 'definitions' | 'installations' | 'helmValues' | 'keep'> {
  readonly workspace: Workspace;
  readonly threads: JudgeThreads;
  /** Stores findings until they are printed. */
  readonly texts: KeptTexts;
  /** Called after each block judged by this thread, with the number of started files. */
  readonly onJudged: ((begun: number) => void) | undefined;
}

/**
 * Judges files together with the other threads, if any, and returns the outcomes in file order. Files that a thread
 * fails to deliver are judged here.
 */
export async function judgeFiles(
  files: readonly FileToJudge[],
  judging: JudgingOptions,
): Promise<readonly FileOutcome[]> {
  const { workspace, facts, definitions, installations, helmValues, keep, threads, texts, onJudged } = judging;
  const settings = [...new Set(files.map((file) => file.settings))];
  const indexes = new Map(settings.map((setting, index) => [setting, index]));
  const task: JudgeTask = {
    files: files.map(({ file, path, settings: fileSettings }) => ({
      file,
      path,
      settings: indexes.get(fileSettings) ?? 0,
    })),
    settings: settings.map(plainSettings),
    facts,
    definitions,
    installations,
    helmValues,
    keep,
    reach: confinement(),
    catalogue: catalogueInUse(),
    records: isRecording(),
    next: new Int32Array(new SharedArrayBuffer(4)),
  };
  const blocks = inBlocks(task.files);
  const judged = new Map<number, readonly FileOutcome[]>();
  const take = (block: number, outcomes: readonly FileOutcome[]) => judged.set(block, outcomes);
  const others = threads.judge(task, texts, take);
  judgeBlocks(task, workspace, ({ block, outcomes }) => {
    take(
      block,
      outcomes.map((outcome) => detachOutcome(outcome, texts)),
    );
    threads.receive();
    const begun = Math.min(1, Atomics.load(task.next, 0) / blocks.length);
    onJudged?.(Math.ceil(begun * files.length));
  });
  await Promise.all(others);
  return blocks.flatMap(
    (of, block) =>
      judged.get(block) ?? judgeBlock(of, workspace, keep).map((judgedOutcome) => detachOutcome(judgedOutcome, texts)),
  );
}

function plainSettings({ surfaces, severity }: FileSettings): PlainSettings {
  const plain = (surface: ApiSurface): PlainTarget => {
    const { name, target, deprecations = [] } = surface;
    return { name, target, families: declaredFamilies(surface)?.families ?? [], deprecations };
  };
  return { targets: surfaces.map(plain), severity };
}
