import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { BuildFailure, BuiltOfFile } from './builtOfFile.ts';

/** The outcome of a build. */
export type BuildOutcome =
  | { readonly ok: true; readonly added: readonly AddedToFile[] }
  | { readonly ok: false; readonly failure: BuildFailure };

/** The build results of a workspace, by file. */
export class BuildResults {
  readonly #outcomes = new Map<string, BuildOutcome>();
  readonly #ofFiles = new Map<string, BuiltOfFile | undefined>();
  #order: readonly string[] = [];

  /** Sets the order of kustomizations: of several with the same finding, the first one reports it. */
  use(order: readonly string[]): void {
    this.#order = order;
    this.#ofFiles.clear();
  }

  /**
   * Sets the outcome of a kustomization's build; undefined to drop it. Returns the files whose findings may have
   * changed.
   */
  take(kustomization: string, outcome: BuildOutcome | undefined): readonly string[] {
    const concerned = new Set([kustomization, ...filesOf(this.#outcomes.get(kustomization)), ...filesOf(outcome)]);
    if (outcome === undefined) this.#outcomes.delete(kustomization);
    else this.#outcomes.set(kustomization, outcome);
    for (const path of concerned) this.#ofFiles.delete(path);
    return [...concerned];
  }

  /** Drops everything. Returns the files that had findings. */
  clear(): readonly string[] {
    const concerned = [...this.#outcomes].flatMap(([path, outcome]) => [path, ...filesOf(outcome)]);
    this.#outcomes.clear();
    this.#ofFiles.clear();
    return concerned;
  }

  /** A copy that does not change. */
  copy(): BuildResults {
    const copy = new BuildResults();
    copy.use(this.#order);
    for (const [kustomization, outcome] of this.#outcomes) copy.take(kustomization, outcome);
    return copy;
  }

  /** Why the build of a kustomization failed, if it did. */
  failure(kustomization: string): BuildFailure | undefined {
    const outcome = this.#outcomes.get(kustomization);
    return outcome?.ok === false ? outcome.failure : undefined;
  }

  /** The build results of a file; the same object while they are unchanged. */
  of(path: string): BuiltOfFile | undefined {
    if (!this.#ofFiles.has(path)) {
      const added = this.#order.flatMap((item) => {
        const outcome = this.#outcomes.get(item);
        return outcome?.ok === true ? outcome.added.filter((file) => file.path === path) : [];
      });
      const failure = this.failure(path);
      this.#ofFiles.set(path, added.length === 0 && failure === undefined ? undefined : { added, failure });
    }
    return this.#ofFiles.get(path);
  }
}

function filesOf(outcome: BuildOutcome | undefined): readonly string[] {
  return outcome?.ok === true ? outcome.added.map(({ path }) => path) : [];
}
