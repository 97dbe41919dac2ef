import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { BuildFailure, BuiltOfFile } from './builtOfFile.ts';

/** What became of a build. */
export type BuildOutcome =
  | { readonly ok: true; readonly added: readonly AddedToFile[] }
  | { readonly ok: false; readonly failure: BuildFailure };

/** What the builds of a workspace have come to, by the files that it is about. */
export class BuildResults {
  readonly #outcomes = new Map<string, BuildOutcome>();
  readonly #ofFiles = new Map<string, BuiltOfFile | undefined>();
  #order: readonly string[] = [];

  /** Takes the order in which kustomizations are asked: of several that find the same, the first one says it. */
  use(order: readonly string[]): void {
    this.#order = order;
    this.#ofFiles.clear();
  }

  /** Takes what became of the build of a kustomization; undefined where nothing is known any longer. Gives the files of which there may be something else to say. */
  take(kustomization: string, outcome: BuildOutcome | undefined): readonly string[] {
    const concerned = new Set([kustomization, ...filesOf(this.#outcomes.get(kustomization)), ...filesOf(outcome)]);
    if (outcome === undefined) this.#outcomes.delete(kustomization);
    else this.#outcomes.set(kustomization, outcome);
    for (const path of concerned) this.#ofFiles.delete(path);
    return [...concerned];
  }

  /** Forgets everything. Gives the files of which there was something to say. */
  clear(): readonly string[] {
    const concerned = [...this.#outcomes].flatMap(([path, outcome]) => [path, ...filesOf(outcome)]);
    this.#outcomes.clear();
    this.#ofFiles.clear();
    return concerned;
  }

  /** The same, whatever changes here later. */
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

  /** What builds say of a file; the same object as long as nothing has changed. */
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
