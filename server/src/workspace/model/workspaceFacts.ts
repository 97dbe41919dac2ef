import { hasMoreWords, joinedParamWords, type ParamWords, paramWordsIn } from '../../admission/paramFiles.ts';
import { mayDeliver } from '../../gitops/readDeliveries.ts';
import type { InstallFile } from '../../sources/installed/linkInstallations.ts';
import { isEqual } from '../../text/isEqual.ts';
import { type DefinitionFile, definitionFile } from '../definitions/definitionFile.ts';
import { withParamFiles } from '../definitions/findDefinitions.ts';
import { installationsOf, installFileOf } from '../definitions/installFiles.ts';
import { reportName } from '../disk/discover.ts';
import { textOrEmpty } from '../disk/textOrEmpty.ts';
import { derived, derivedValue, namedValue } from '../ground/derived.ts';
import { Input } from '../ground/input.ts';

/** The files that a search found; absolute. */
export interface SearchedFiles {
  /** All files of the workspace. */
  readonly files: readonly string[];
  /** Those that others depend on. */
  readonly candidates: readonly string[];
}

/** What a file says about others. */
interface FileFacts {
  readonly definition: DefinitionFile | undefined;
  readonly install: InstallFile | undefined;
  readonly delivers: boolean;
  /** The parameters of policies that it refers to. */
  readonly params: ParamWords | undefined;
}

/** More candidates than in any maintained repository. */
const maxFiles = 10_000;

/**
 * What the files of a workspace say about each other: definitions, objects of admission, installed releases, and what is
 * applied where. A search in the background finds the files; from then on each is read again when it changes.
 */
export class WorkspaceFacts {
  readonly #folder: () => string;
  readonly #found = new Input<SearchedFiles>({ files: [], candidates: [] }, isEqual);
  /** Files that changed since the search. */
  readonly #more = new Input<readonly string[]>([]);
  #searched: ParamWords | undefined;

  /** @param folder returns the folder that files are named from. */
  constructor(folder: () => string) {
    this.#folder = folder;
  }

  /** Takes the result of a search. */
  take(found: SearchedFiles): void {
    this.#more.set([]);
    this.#found.set({ ...found, candidates: found.candidates.slice(0, maxFiles) });
    this.#searched = this.#params();
  }

  /** Reads a file before it is needed. */
  read(path: string): void {
    this.#factsOf(path);
  }

  /** Files have other texts, and others may depend on them now. */
  changed(paths: readonly string[]): void {
    const { files, candidates } = this.#found.value;
    const known = new Set([...candidates, ...this.#more.value]);
    const others = new Set(files);
    const more = paths.filter((path) => others.has(path) && !known.has(path));
    if (more.length > 0) this.#more.set([...this.#more.value, ...more]);
  }

  /** Whether policies refer to parameters that the search passed over. */
  get lacksParams(): boolean {
    const params = this.#params();
    return params !== undefined && hasMoreWords(params, this.#searched);
  }

  /** The files that may have CustomResourceDefinitions, or objects that admission depends on, in the order of their names. */
  readonly definitionFiles = namedValue('definition files', (): readonly DefinitionFile[] => {
    const files = this.#all().flatMap(({ definition }) => definition ?? []);
    const words = this.#params();
    if (words === undefined) return files;
    const all = this.#paths().map((path) => ({ path, file: reportName(path, this.#folder()) }));
    const found = withParamFiles(files, words, all, new Map());
    return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
  });

  /** The releases of built-in sets and add-ons that files install. */
  readonly installations = derivedValue(() => installationsOf(this.#all().flatMap(({ install }) => install ?? [])), {
    same: isEqual,
  });

  /** The files that may define what is applied where, absolute, in the order of their names. */
  readonly deliveries = derivedValue(
    (): readonly string[] => this.#paths().filter((path) => this.#factsOf(path).delivers),
    { same: isEqual },
  );

  readonly #paths = derivedValue(
    (): readonly string[] => [...new Set([...this.#found.value.candidates, ...this.#more.value])].sort(),
    { same: isEqual },
  );

  readonly #params = derivedValue(() => joinedParamWords(this.#all().flatMap(({ params }) => params ?? [])), {
    same: isEqual,
  });

  #all(): readonly FileFacts[] {
    return this.#paths().map((path) => this.#factsOf(path));
  }

  readonly #factsOf = derived(
    (path: string): FileFacts => {
      const text = textOrEmpty(path);
      const found = { path, file: reportName(path, this.#folder()) };
      return {
        definition: definitionFile(found, text),
        install: installFileOf(found, text),
        delivers: mayDeliver(text),
        params: paramWordsIn(text),
      };
    },
    { same: isEqual },
  );
}
