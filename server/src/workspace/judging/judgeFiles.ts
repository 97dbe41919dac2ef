import type { ApiSurface } from '../../catalog/surface.ts';
import { declaredFamilies } from '../../conversion/declared.ts';
import { confinement } from '../disk/confinement.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { TextStore } from '../disk/textStore.ts';
import { isRecording } from '../disk/trackedFs.ts';
import type { Workspace } from '../model/workspace.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { currentCatalogue } from '../shipped/catalogueInUse.ts';
import {
  inBatches,
  type JudgeTask,
  judgeBatch,
  judgeBatches,
  type PlainSettings,
  type PlainTarget,
} from './judgeBatches.ts';
import type { FileOutcome } from './judgeFile.ts';
import type { JudgeThreads } from './judgeThreads.ts';
import { detachOutcome } from './transferredOutcome.ts';

/** A file with the settings that it is judged with. */
export interface FileToJudge extends FoundFile {
  readonly settings: FileSettings;
}

/** How files are judged. */
export interface JudgingOptions extends Pick<JudgeTask, 'facts' | 'keep'> {
  readonly workspace: Workspace;
  readonly threads: JudgeThreads;
  /** Stores findings until they are printed. */
  readonly texts: TextStore;
  /** Called after each batch judged by this thread, with the number of started files. */
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
  const { workspace, facts, keep, threads, texts, onJudged } = judging;
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
    keep,
    reach: confinement(),
    catalogue: currentCatalogue(),
    records: isRecording(),
    next: new Int32Array(new SharedArrayBuffer(4)),
  };
  const batches = inBatches(task.files);
  const judged = new Map<number, readonly FileOutcome[]>();
  const take = (batch: number, outcomes: readonly FileOutcome[]) => judged.set(batch, outcomes);
  const others = threads.judge(task, texts, take);
  judgeBatches(task, workspace, ({ batch, outcomes }) => {
    take(
      batch,
      outcomes.map((outcome) => detachOutcome(outcome, texts)),
    );
    threads.receive();
    const begun = Math.min(1, Atomics.load(task.next, 0) / batches.length);
    onJudged?.(Math.ceil(begun * files.length));
  });
  await Promise.all(others);
  return batches.flatMap(
    (of, batch) =>
      judged.get(batch) ?? judgeBatch(of, workspace, keep).map((judgedOutcome) => detachOutcome(judgedOutcome, texts)),
  );
}

function plainSettings({ surfaces, severity }: FileSettings): PlainSettings {
  const plain = (surface: ApiSurface): PlainTarget => {
    const { name, target, deprecations = [] } = surface;
    return { name, target, families: declaredFamilies(surface)?.families ?? [], deprecations };
  };
  return { targets: surfaces.map(plain), severity };
}
