import { isEqual } from '../../text/isEqual.ts';
import { derived } from '../../workspace/ground/derived.ts';
import { Input } from '../../workspace/ground/input.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { BuildFailure, BuiltOfFile } from './builtOfFile.ts';

/** The outcome of a build. */
export type BuildOutcome =
  | { readonly ok: true; readonly added: readonly AddedToFile[] }
  | { readonly ok: false; readonly failure: BuildFailure };

/** The build results of a workspace, by file. */
export class BuildResults {
  readonly #outcomes = new Input<ReadonlyMap<string, BuildOutcome>>(new Map());
  readonly #order = new Input<readonly string[]>([], isEqual);

  /** Sets the order of kustomizations: of several with the same finding, the first one reports it. */
  use(order: readonly string[]): void {
    this.#order.set(order);
  }

  /**
   * Sets the outcome of a kustomization's build; undefined to drop it. Returns the files whose findings may have
   * changed.
   */
  take(kustomization: string, outcome: BuildOutcome | undefined): readonly string[] {
    const outcomes = new Map(this.#outcomes.value);
    const concerned = new Set([kustomization, ...filesOf(outcomes.get(kustomization)), ...filesOf(outcome)]);
    if (outcome === undefined) outcomes.delete(kustomization);
    else outcomes.set(kustomization, outcome);
    this.#outcomes.set(outcomes);
    return [...concerned];
  }

  /** Drops everything. Returns the files that had findings. */
  clear(): readonly string[] {
    const concerned = [...this.#outcomes.value].flatMap(([path, outcome]) => [path, ...filesOf(outcome)]);
    this.#outcomes.set(new Map());
    return concerned;
  }

  /** A copy that does not change. */
  copy(): BuildResults {
    const copy = new BuildResults();
    copy.use(this.#order.value);
    for (const [kustomization, outcome] of this.#outcomes.value) copy.take(kustomization, outcome);
    return copy;
  }

  /** Why the build of a kustomization failed, if it did. */
  failure(kustomization: string): BuildFailure | undefined {
    const outcome = this.#outcomes.value.get(kustomization);
    return outcome?.ok === false ? outcome.failure : undefined;
  }

  /** The build results of a file; the same object while they are unchanged. */
  readonly of = derived(
    (path: string): BuiltOfFile | undefined => {
      const added = this.#order.value.flatMap((item) => {
        const outcome = this.#outcomes.value.get(item);
        return outcome?.ok === true ? outcome.added.filter((file) => file.path === path) : [];
      });
      const failure = this.failure(path);
      return added.length === 0 && failure === undefined ? undefined : { added, failure };
    },
    { same: isEqual },
  );
}

function filesOf(outcome: BuildOutcome | undefined): readonly string[] {
  return outcome?.ok === true ? outcome.added.map(({ path }) => path) : [];
}
