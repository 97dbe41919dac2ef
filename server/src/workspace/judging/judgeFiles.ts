import { oldObjectsOf } from '../../update/oldObjects.ts';
import { type DefinitionFile, withDefinitions } from '../definitions/definitionFiles.ts';
import type { FoundFile } from '../disk/discover.ts';
import { recordsLooks } from '../disk/looks.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import {
  inBlocks,
  type JudgedBlock,
  type JudgeSettings,
  type JudgeTask,
  judgeBlock,
  judgeBlocks,
  type PlainSettings,
} from './judgeBlocks.ts';
import type { FileOutcome } from './judgeFile.ts';
import type { JudgeThreads } from './judgeThreads.ts';

/** A file with the settings that it is judged with. */
export interface FileToJudge extends FoundFile {
  readonly settings: FileSettings;
}

/**
 * Judges files together with the other threads, if there are any, and gives the outcomes in the order of the files.
 * What a thread does not deliver, for whatever reason, is judged here.
 *
 * @param definitions files whose CustomResourceDefinitions every target has besides its own.
 * @param onJudged told of each block that this thread judged, and how many files are begun, while others still judge.
 */
export async function judgeFiles(
  files: readonly FileToJudge[],
  { keepSource, today, old, lastApplied = false, off = [], bare = new Set() }: JudgeSettings,
  definitions: readonly DefinitionFile[],
  threads: JudgeThreads,
  onJudged?: (outcomes: readonly FileOutcome[], begun: number) => void,
): Promise<readonly FileOutcome[]> {
  const settings = [...new Set(files.map((file) => file.settings))];
  const indexes = new Map(settings.map((one, index) => [one, index]));
  const task: JudgeTask = {
    files: files.map(({ file, path, settings: own }) => ({ file, path, settings: indexes.get(own) ?? 0 })),
    settings: settings.map(plainSettings),
    // Only what another thread can be handed.
    how: { keepSource, today, lastApplied, off, bare, ...(old === undefined ? {} : { old }) },
    definitions,
    records: recordsLooks(),
    next: new Int32Array(new SharedArrayBuffer(4)),
  };
  const blocks = inBlocks(task.files);
  const judged = new Map<number, readonly FileOutcome[]>();
  const take = ({ block, outcomes }: JudgedBlock) => judged.set(block, outcomes);
  const others = threads.judge(task, take);
  const own = settings.map(withDefinitions(definitions));
  judgeBlocks(task, own, (block) => {
    take(block);
    threads.receive();
    const begun = Math.min(1, Atomics.load(task.next, 0) / blocks.length);
    onJudged?.(block.outcomes, Math.ceil(begun * files.length));
  });
  await Promise.all(others);
  const oldObjects = old === undefined ? undefined : oldObjectsOf(old);
  const kustomizations = new Kustomizations(bare);
  return blocks.flatMap((of, block) => judged.get(block) ?? judgeBlock(task, own, of, oldObjects, kustomizations));
}

function plainSettings({ surfaces, severity }: FileSettings): PlainSettings {
  return { targets: surfaces.map(({ name, target }) => ({ name, target })), severity };
}
