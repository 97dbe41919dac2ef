import {
  type AdmissionHolding,
  type AdmissionObject,
  AdmissionObjects,
  mayHoldAdmission,
} from '../admission/admissionObjects.ts';
import { admissionOfText } from '../workspace/definitions/admissionOfText.ts';
import type { FoundFile } from '../workspace/disk/discover.ts';
import { sha256 } from '../workspace/disk/sha256.ts';
import type { Kustomizations } from '../workspace/kustomize/kustomizations.ts';

interface AdmissionFile {
  readonly holding: AdmissionHolding;
  readonly objects: readonly AdmissionObject[];
  /** The digest of the objects' texts: other parts of the file do not matter. */
  readonly digest: string;
}

/** The workspace objects that the server's admission plugins read, updated file by file. */
export class WorkspaceAdmission {
  #byFile = new Map<string, AdmissionFile>();
  #objects: AdmissionObjects | undefined;
  readonly #kustomizations: () => Kustomizations;

  /** @param kustomizations returns the present kustomizations, which may change objects. */
  constructor(kustomizations: () => Kustomizations) {
    this.#kustomizations = kustomizations;
  }

  /** The relevant content of each file, by path. */
  get holdings(): ReadonlyMap<string, AdmissionHolding> {
    return new Map([...this.#byFile].map(([path, { holding }]) => [path, holding]));
  }

  /** All objects, in file order; a new object when they change, undefined if they decide nothing. */
  get objects(): AdmissionObjects | undefined {
    if (!this.decides) return undefined;
    this.#objects ??= new AdmissionObjects(
      [...this.#byFile.keys()].sort().flatMap((path) => this.#byFile.get(path)?.objects ?? []),
    );
    return this.#objects;
  }

  /** Whether there is anything besides Namespaces, which decide nothing alone. */
  get decides(): boolean {
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
  }

  /** Sets the text of a file; returns whether that changes decisions. */
  take(found: FoundFile, text: string): boolean {
    const before = this.#byFile.get(found.path);
    const decided = this.decides;
    const holding = mayHoldAdmission(text);
    if (holding === undefined && before === undefined) return false;
    const objects = holding === undefined ? [] : admissionOfText(text, found, this.#kustomizations);
    const digest = sha256(JSON.stringify(objects.map(({ root }) => text.slice(root.start, root.end))));
    if (holding === undefined) this.#byFile.delete(found.path);
    else this.#byFile.set(found.path, { holding, objects, digest });
    if (before?.digest === digest && before.holding === holding) return false;
    this.#objects = undefined;
    return decided || this.decides;
  }
}
