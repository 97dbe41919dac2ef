import type { FileInputs } from '../../judge/fileInputs.ts';
import type { Workspace } from '../model/workspace.ts';
import { excerptSource, type FileOutcome, type KeepOptions } from './judgeFile.ts';
import type { OutcomeKeys } from './outcomeKeys.ts';
import type { OutcomeStore } from './outcomeStore.ts';

/** The valid outcomes of earlier runs, and those of this run for later ones. */
export class OutcomeCache {
  readonly #store: OutcomeStore;
  readonly #keys: OutcomeKeys;
  readonly #wanted = new Map<string, Wanted>();

  constructor(store: OutcomeStore, keys: OutcomeKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  /** The outcome of a file; undefined for one that must be judged. */
  of(path: string, workspace: Workspace, keep: KeepOptions): FileOutcome | undefined {
    const digest = this.#keys.textOf(path);
    const inputs = digest === undefined ? undefined : workspace.inputsOf(path);
    if (digest === undefined || inputs === undefined) return undefined;
    const key = this.#keys.of(inputs, digest);
    this.#wanted.set(path, { key, digest, inputs });
    const outcome = this.#store.take(key, (group) => this.#keys.digestOf(group, inputs));
    return outcome === undefined || !keep.source
      ? outcome
      : { ...outcome, source: () => sourceOf(path, outcome, workspace) };
  }

  /** Stores the outcome of a judged file, unless the file changed since it was read. */
  keep(path: string, outcome: FileOutcome): void {
    const wanted = this.#wanted.get(path);
    if (wanted === undefined || outcome.problem !== undefined || wanted.digest !== outcome.digest) return;
    const groups = Object.fromEntries(outcome.asked.map((group) => [group, this.#keys.digestOf(group, wanted.inputs)]));
    this.#store.put(wanted.key, outcome, groups);
  }

  /** Writes new outcomes. */
  save(): void {
    this.#store.save();
  }
}

/** A requested file. */
interface Wanted {
  readonly key: string;
  readonly digest: string;
  readonly inputs: FileInputs;
}

/** The text for excerpts of a file. */
function sourceOf(path: string, { report, defined }: FileOutcome, workspace: Workspace): string | undefined {
  const content = workspace.textOf(path);
  return content.ok ? excerptSource(content.text, report, defined) : undefined;
}
