import { sha256 } from '../ground/sha256.ts';
import type { RunFacts } from '../model/runContext.ts';
import type { Workspace } from '../model/workspace.ts';
import { surfacesAsText } from '../settings/surfacesAsText.ts';
import { excerptSource, type FileOutcome, type KeepOptions } from './judgeFile.ts';
import type { FileToJudge } from './judgeFiles.ts';
import type { OutcomeStore } from './outcomeStore.ts';

/** The valid outcomes of earlier runs, and those of this run for later ones. */
export class OutcomeCache {
  readonly #store: OutcomeStore;
  readonly #ofRun: string;

  constructor(store: OutcomeStore, { today, old, lastApplied }: RunFacts) {
    this.#store = store;
    this.#ofRun = digest([today, old ?? null, lastApplied]);
  }

  /** The outcome of a file; undefined for one that must be judged. */
  of(file: FileToJudge, workspace: Workspace, keep: KeepOptions): FileOutcome | undefined {
    const outcome = this.#store.take(this.#keyOf(file));
    return outcome === undefined || !keep.source
      ? outcome
      : { ...outcome, source: () => sourceOf(file.path, outcome, workspace) };
  }

  /** Stores the outcome of a judged file. */
  keep(file: FileToJudge, outcome: FileOutcome): void {
    if (outcome.problem === undefined && outcome.reads.length > 0) this.#store.put(this.#keyOf(file), outcome);
  }

  /** Writes new outcomes. */
  save(): void {
    this.#store.save();
  }

  /** What an outcome depends on besides its reads. */
  #keyOf({ path, file, settings: { surfaces, severity } }: FileToJudge): string {
    const { path: ofPath, targets, general } = severity;
    const levels = [[...ofPath], [...targets].map(([name, ofTarget]) => [name, [...ofTarget]]), [...general]];
    return digest([this.#ofRun, path, file, surfacesAsText(surfaces), levels]);
  }
}

function digest(value: unknown): string {
  return sha256(JSON.stringify(value));
}

/** The text for excerpts of a file. */
function sourceOf(path: string, { report, defined }: FileOutcome, workspace: Workspace): string | undefined {
  const content = workspace.textOf(path);
  return content.ok ? excerptSource(content.text, report, defined) : undefined;
}
