import type { Catalog } from '../../catalog/catalog.ts';
import { resolve } from '../../catalog/resolve.ts';
import type { AnnouncedDeprecation } from '../../catalog/surface.ts';
import type { SeverityPolicy } from '../../config/severity.ts';
import { withConversions } from '../../conversion/declared.ts';
import type { Family } from '../../conversion/family.ts';
import { withDeprecations } from '../../crd/deprecations.ts';
import type { Target } from '../../targets/target.ts';
import type { Confinement } from '../disk/confinement.ts';
import type { FoundFile } from '../disk/discover.ts';
import { type RunFacts, workspaceOfRun } from '../model/runContext.ts';
import type { Workspace } from '../model/workspace.ts';
import { withTargetCrds } from '../settings/targetCrds.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { type JudgedOutcome, judgeFile, type KeepOptions } from './judgeFile.ts';

/** The files of a run with their inputs, as plain data for every thread. */
export interface JudgeTask {
  readonly files: readonly TaskFile[];
  readonly settings: readonly PlainSettings[];
  readonly facts: RunFacts;
  readonly keep: KeepOptions;
  /** The files that the threads may access. */
  readonly reach: Confinement | undefined;
  /** The folder of the catalogue in use; undefined for the built-in one. */
  readonly catalogue: string | undefined;
  /** Whether the threads record their accesses. */
  readonly records: boolean;
  /** One number: the next batch to judge. */
  readonly next: Int32Array;
}

/** A file, with the index of its settings. */
export interface TaskFile extends FoundFile {
  readonly settings: number;
}

/** The serializable settings of files. */
export interface PlainSettings {
  readonly targets: readonly PlainTarget[];
  readonly severity: SeverityPolicy;
}

/** A target, with the rules of conversion that its workspace declares. */
export interface PlainTarget {
  readonly name: string;
  readonly target: Target;
  readonly families: readonly Family[];
  readonly deprecations: readonly AnnouncedDeprecation[];
}

/** The outcomes of a batch, in the order of its files. */
export interface JudgedBatch {
  readonly batch: number;
  readonly outcomes: readonly JudgedOutcome[];
}

/** Large enough to make the transfer cheap. */
const largestBatch = 8;

/** Files in batches that shrink towards the end, so that threads finish together. */
export function inBatches<File>(files: readonly File[]): readonly (readonly File[])[] {
  const batches: (readonly File[])[] = [];
  for (let start = 0; start < files.length; ) {
    const end = start + Math.min(largestBatch, Math.ceil((files.length - start) / 64));
    batches.push(files.slice(start, end));
    start = end;
  }
  return batches;
}

/** Takes one batch after another until none is left. */
export function judgeBatches(task: JudgeTask, workspace: Workspace, done: (batch: JudgedBatch) => void): void {
  const batches = inBatches(task.files);
  for (;;) {
    const batch = Atomics.add(task.next, 0, 1);
    const files = batches[batch];
    if (files === undefined) return;
    done({ batch, outcomes: judgeBatch(files, workspace, task.keep) });
  }
}

/** Judges the files of one batch. */
export function judgeBatch(
  files: readonly FoundFile[],
  workspace: Workspace,
  keep: KeepOptions,
): readonly JudgedOutcome[] {
  return files.flatMap((file) => judgeFile(file, workspace, keep) ?? []);
}

/**
 * The workspace of a task, in its thread. Throws if a target does not resolve, which the creator of the task has
 * checked.
 */
export function workspaceOfTask(task: JudgeTask, catalog: Catalog): Workspace {
  const settings = task.settings.map(
    ({ targets, severity }): FileSettings => ({
      surfaces: targets.map(({ name, target, families, deprecations }) => {
        const result = resolve(name, target, catalog);
        if (!result.ok) throw new Error(`the target ${name} does not resolve`);
        return withDeprecations(withConversions(withTargetCrds(result.surface), families), deprecations);
      }),
      severity,
    }),
  );
  const indexes = new Map(task.files.map(({ path, settings: index }) => [path, index]));
  return workspaceOfRun(task.facts, { settingsOf: (path) => settings[indexes.get(path) ?? -1] });
}
