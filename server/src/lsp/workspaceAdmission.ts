import {
  type AdmissionHolding,
  type AdmissionObject,
  AdmissionObjects,
  mayHoldAdmission,
} from '../admission/admissionObjects.ts';
import { joinedParamWords, mayHoldParams, type ParamWords, paramWordsIn } from '../admission/paramFiles.ts';
import { admissionOfText } from '../workspace/definitions/admissionOfText.ts';
import type { FoundFile } from '../workspace/disk/discover.ts';
import { sha256 } from '../workspace/disk/sha256.ts';
import type { Kustomizations } from '../workspace/kustomize/kustomizations.ts';

interface AdmissionFile {
  readonly holding: AdmissionHolding;
  readonly objects: readonly AdmissionObject[];
  /** The digest of the objects' texts: other parts of the file do not matter. */
  readonly digest: string;
  /** The parameters that it refers to, which may be in other files. */
  readonly params: ParamWords | undefined;
}

/** The workspace objects that the server's admission plugins read, updated file by file. */
export class WorkspaceAdmission {
  #byFile = new Map<string, AdmissionFile>();
  #objects: AdmissionObjects | undefined;
  /** The parameters that all files refer to; `stale` once one of them has changed. */
  #params: ParamWords | 'stale' | undefined;
  readonly #kustomizations: () => Kustomizations;

  /** @param kustomizations returns the present kustomizations, which may change objects. */
  constructor(kustomizations: () => Kustomizations) {
    this.#kustomizations = kustomizations;
  }

  /** The relevant content of each file, by path. */
  get holdings(): ReadonlyMap<string, AdmissionHolding> {
    return new Map([...this.#byFile].map(([path, { holding }]) => [path, holding]));
  }

  /**
   * All objects, in file order; a new object when they change, undefined if they decide nothing.
   *
   * @param byNamespaces whether Namespaces alone decide something.
   */
  objects(byNamespaces: boolean): AdmissionObjects | undefined {
    if (!(byNamespaces ? this.decides : this.#hasRules)) return undefined;
    this.#objects ??= new AdmissionObjects(
      [...this.#byFile.keys()].sort().flatMap((path) => this.#byFile.get(path)?.objects ?? []),
    );
    return this.#objects;
  }

  /** Whether there is anything that may decide at some target. */
  get decides(): boolean {
    return this.#byFile.size > 0;
  }

  /** Whether there is anything besides Namespaces, which decide nothing alone at most targets. */
  get #hasRules(): boolean {
    return [...this.#byFile.values()].some(({ holding }) => holding === 'rules');
  }

  /** Call when kustomizations may change objects differently: earlier results are invalid. */
  kustomizationsChanged(): void {
    this.#objects = undefined;
  }

  /** Forgets all files. */
  clear(): void {
    this.#byFile = new Map();
    this.#objects = undefined;
    this.#params = undefined;
  }

  /** Sets the text of a file; returns whether that changes decisions. */
  take(found: FoundFile, text: string): boolean {
    const before = this.#byFile.get(found.path);
    const decided = this.decides;
    const holding = this.#holdingOf(text);
    if (holding === undefined && before === undefined) return false;
    const kinds = holding === 'parameters' ? this.#paramKinds() : undefined;
    const objects = holding === undefined ? [] : admissionOfText(text, found, this.#kustomizations, kinds);
    const params = holding === undefined ? undefined : paramWordsIn(text);
    const digest = sha256(JSON.stringify(objects.map(({ root }) => text.slice(root.start, root.end))));
    if (holding === undefined) this.#byFile.delete(found.path);
    else this.#byFile.set(found.path, { holding, objects, digest, params });
    if (params !== undefined || before?.params !== undefined) this.#params = 'stale';
    if (before?.digest === digest && before.holding === holding) return false;
    this.#objects = undefined;
    return decided || this.decides;
  }

  /** Sets the texts of files that hold parameters of policies, after those that hold policies. */
  takeParams(texts: readonly (readonly [found: FoundFile, text: string])[]): void {
    if (!this.#hasRules) return;
    for (const [found, text] of texts) if (this.#holdingOf(text) === 'parameters') this.take(found, text);
  }

  #holdingOf(text: string): AdmissionHolding | undefined {
    const holding = mayHoldAdmission(text);
    if (holding === 'rules') return holding;
    if (this.#params === 'stale') {
      this.#params = joinedParamWords([...this.#byFile.values()].flatMap(({ params }) => params ?? []));
    }
    return this.#params !== undefined && mayHoldParams(text, this.#params) ? 'parameters' : holding;
  }

  #paramKinds(): ReadonlySet<string> {
    const rules = [...this.#byFile.values()].filter(({ holding }) => holding === 'rules');
    return new AdmissionObjects(rules.flatMap(({ objects }) => objects)).paramKinds;
  }
}
