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
  /** Of the texts of the objects: what else stands in the file changes nothing. */
  readonly digest: string;
}

/** The objects in the files of the workspace that the server's admission plugins go by, kept up to date file by file. */
export class WorkspaceAdmission {
  #byFile = new Map<string, AdmissionFile>();
  #objects: AdmissionObjects | undefined;
  readonly #kustomizations: () => Kustomizations;

  /** @param kustomizations gives those that objects may be changed by: others once there are others. */
  constructor(kustomizations: () => Kustomizations) {
    this.#kustomizations = kustomizations;
  }

  /** What each file may have, by its path. */
  get holdings(): ReadonlyMap<string, AdmissionHolding> {
    return new Map([...this.#byFile].map(([path, { holding }]) => [path, holding]));
  }

  /** All of them, in the order of their files; another object once others decide, undefined where they decide nothing. */
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

  /** What kustomizations make of the objects may be something else: those that were given are void. */
  kustomizationsChanged(): void {
    this.#objects = undefined;
  }

  /** Forgets all files. */
  clear(): void {
    this.#byFile = new Map();
    this.#objects = undefined;
  }

  /** A file has this text now; gives whether that changes what is decided. */
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
