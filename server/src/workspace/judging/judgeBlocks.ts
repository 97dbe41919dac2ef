import type { Catalog } from '../../catalog/catalog.ts';
import { resolve } from '../../catalog/resolve.ts';
import type { SeverityPolicy } from '../../config/severity.ts';
import type { Target } from '../../target/target.ts';
import { type OldFiles, type OldObjects, oldObjectsOf } from '../../update/oldObjects.ts';
import { chartAround } from '../charts/charts.ts';
import { type OffPlace, withoutOff } from '../charts/offCharts.ts';
import { type DefinitionFile, withDefinitions } from '../definitions/definitionFiles.ts';
import type { FoundFile } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import { withTargetCrds } from '../settings/targetCrds.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { type FileOutcome, judgeFile } from './judgeFile.ts';

/** The files of a run and what each is judged with, as plain data that every thread can have. */
export interface JudgeTask {
  readonly files: readonly TaskFile[];
  readonly settings: readonly PlainSettings[];
  readonly how: JudgeSettings;
  /** The files whose CustomResourceDefinitions the targets have besides their own; with any it is a second look. */
  readonly definitions: readonly DefinitionFile[];
  /** What the threads look at is recorded. */
  readonly records: boolean;
  /** One number: the next block that nobody judges yet. */
  readonly next: Int32Array;
}

/** How every file of a run is judged. */
export interface JudgeSettings {
  /** Keeps the texts of files with findings. */
  readonly keepSource: boolean;
  /** The day, `YYYY-MM-DD`, by which comments ignore findings. */
  readonly today: string;
  /** What updates replace; absent where creates are judged. */
  readonly old?: OldFiles;
  /** What kubectl noted as applied last, in annotations, is judged as well. */
  readonly lastApplied?: boolean;
  /** The sub-charts that Helm leaves out. */
  readonly off?: readonly OffPlace[];
  /** Folders of which a search has shown that they have no kustomization and are no repository's root. */
  readonly bare?: ReadonlySet<string>;
}

/** A file, with the index of its settings. */
export interface TaskFile extends FoundFile {
  readonly settings: number;
}

/** The settings of files, without what a thread has to make for itself. */
export interface PlainSettings {
  readonly targets: readonly { readonly name: string; readonly target: Target }[];
  readonly severity: SeverityPolicy;
}

/** The outcomes of a block, in the order of its files. */
export interface JudgedBlock {
  readonly block: number;
  readonly outcomes: readonly FileOutcome[];
}

/** Large enough that handing over costs nothing. */
const largestBlock = 8;

/** Files in blocks, each the smaller the fewer files are left, so that threads end together. */
export function inBlocks<File>(files: readonly File[]): readonly (readonly File[])[] {
  const blocks: (readonly File[])[] = [];
  for (let start = 0; start < files.length; ) {
    const end = start + Math.min(largestBlock, Math.ceil((files.length - start) / 64));
    blocks.push(files.slice(start, end));
    start = end;
  }
  return blocks;
}

/** Takes one block after the other until none is left. */
export function judgeBlocks(
  task: JudgeTask,
  settings: readonly FileSettings[],
  done: (block: JudgedBlock) => void,
): void {
  const blocks = inBlocks(task.files);
  const old = task.how.old === undefined ? undefined : oldObjectsOf(task.how.old);
  const kustomizations = new Kustomizations(task.how.bare);
  for (;;) {
    const block = Atomics.add(task.next, 0, 1);
    const files = blocks[block];
    if (files === undefined) return;
    done({ block, outcomes: judgeBlock(task, settings, files, old, kustomizations) });
  }
}

/** Judges the files of one block. */
export function judgeBlock(
  { how: { keepSource, today, lastApplied = false, off = [] }, definitions }: JudgeTask,
  settings: readonly FileSettings[],
  files: readonly TaskFile[],
  oldObjects: OldObjects | undefined,
  kustomizations: Kustomizations,
): readonly FileOutcome[] {
  const outcomes: FileOutcome[] = [];
  const again = definitions.length > 0;
  for (const { file, path, settings: index } of files) {
    const own = settings[index];
    if (own === undefined) continue;
    const context = withoutOff(kustomizations.contextOf(path), path, off);
    const options = { oldObjects, again, today, lastApplied, chart: chartAround(path), context };
    outcomes.push(judgeFile(file, readText(path), own, keepSource, options));
  }
  return outcomes;
}

/** The settings of a task in this thread. Throws where a target does not resolve; whoever made the task saw that it does. */
export function resolveSettings(task: JudgeTask, catalog: Catalog): readonly FileSettings[] {
  const extend = withDefinitions(task.definitions);
  return task.settings.map(({ targets, severity }) =>
    extend({
      surfaces: targets.map(({ name, target }) => {
        const result = resolve(name, target, catalog);
        if (!result.ok) throw new Error(`the target ${name} does not resolve`);
        return withTargetCrds(result.surface);
      }),
      severity,
    }),
  );
}
