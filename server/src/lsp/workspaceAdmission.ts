import {
  type AdmissionHolding,
  type AdmissionObject,
  AdmissionObjects,
  mayHoldAdmission,
} from '../admission/admissionObjects.ts';
import {
  hasMoreWords,
  joinedParamWords,
  mayHoldParams,
  type ParamWords,
  paramWordsIn,
} from '../admission/paramFiles.ts';
import { admissionOfText } from '../workspace/definitions/admissionOfText.ts';
import type { FoundFile } from '../workspace/disk/discover.ts';
import { sha256 } from '../workspace/disk/sha256.ts';
import type { Kustomizations } from '../workspace/kustomize/kustomizations.ts';

/** A file or an open document with its text. */
export type FileWithText = readonly [found: FoundFile, text: string];

interface AdmissionFile {
  readonly holding: AdmissionHolding;
  readonly objects: readonly AdmissionObject[];
  /** The digest of the objects' texts: other parts of the file do not matter. */
  readonly digest: string;
  /** The parameters that it refers to, which may be in other files. */
  readonly params: ParamWords | undefined;
}

/** All objects of some files, read once. */
class ObjectsOfFiles {
  readonly files: ReadonlyMap<string, AdmissionFile>;
  #objects: AdmissionObjects | undefined;

  constructor(files: ReadonlyMap<string, AdmissionFile>) {
    this.files = files;
  }

  /**
   * The objects, in file order; undefined if they decide nothing.
   *
   * @param byNamespaces whether Namespaces alone decide something, as they do at few targets.
   */
  deciding(byNamespaces: boolean): AdmissionObjects | undefined {
    if (!(byNamespaces ? this.files.size > 0 : hasRules(this.files))) return undefined;
    this.#objects ??= new AdmissionObjects(
      [...this.files.keys()].sort().flatMap((path) => this.files.get(path)?.objects ?? []),
    );
    return this.#objects;
  }
}

/**
 * The workspace objects that the server's admission plugins read, updated file by file: those on disk for closed files,
 * and those that the editor shows for open documents.
 */
export class WorkspaceAdmission {
  readonly #byFile = new Map<string, AdmissionFile>();
  /** The files that are open, each with what its document has of these objects. */
  #open: ReadonlyMap<string, AdmissionFile | undefined> = new Map();
  #onDisk = new ObjectsOfFiles(this.#byFile);
  #shown = this.#onDisk;
  /** The parameters that all files on disk refer to; `stale` once one of them has changed. */
  #params: ParamWords | 'stale' | undefined;
  #refersToMore = false;
  readonly #kustomizations: () => Kustomizations;

  /** @param kustomizations returns the present kustomizations, which may change objects. */
  constructor(kustomizations: () => Kustomizations) {
    this.#kustomizations = kustomizations;
  }

  /** The relevant content of each file on disk, by path. */
  get holdings(): ReadonlyMap<string, AdmissionHolding> {
    return new Map([...this.#byFile].map(([path, { holding }]) => [path, holding]));
  }

  /** The objects on disk, if they affect other files; a new object when they change. */
  get onDisk(): AdmissionObjects | undefined {
    return this.#onDisk.deciding(false);
  }

  /** The objects that the editor shows, as {@link ObjectsOfFiles.deciding}; a new object when they change. */
  shown(byNamespaces: boolean): AdmissionObjects | undefined {
    return this.#shown.deciding(byNamespaces);
  }

  /** Whether there is anything, on disk or shown, that may decide at some target. */
  get decides(): boolean {
    return this.#byFile.size > 0 || this.#shown.files.size > 0;
  }

  /** Whether a file refers to parameters that no file referred to when {@link takeParams} was last called. */
  get refersToMore(): boolean {
    return this.#refersToMore;
  }

  /** Call when kustomizations may change objects differently: earlier results are invalid. */
  kustomizationsChanged(): void {
    this.#onDisk = new ObjectsOfFiles(this.#byFile);
    this.#overlay();
  }

  /** Forgets all files. */
  clear(): void {
    this.#byFile.clear();
    this.#params = undefined;
    this.kustomizationsChanged();
  }

  /** Sets the text of a file; returns whether that changes decisions. */
  take(found: FoundFile, text: string): boolean {
    const before = this.#byFile.get(found.path);
    const words = this.#paramWords();
    const now = this.#read([found, text], this.#byFile, words);
    if (now?.params !== undefined && hasMoreWords(now.params, words)) this.#refersToMore = true;
    if (now?.params !== undefined || before?.params !== undefined) this.#params = 'stale';
    if (now === undefined) this.#byFile.delete(found.path);
    else this.#byFile.set(found.path, now);
    if (isSame(before, now)) return false;
    this.kustomizationsChanged();
    return true;
  }

  /** Sets the texts of files that hold parameters of policies, after those that hold policies. */
  takeParams(texts: readonly FileWithText[]): void {
    this.#refersToMore = false;
    if (!hasRules(this.#byFile)) return;
    const words = this.#paramWords();
    for (const [found, text] of texts) if (holdingOf(text, words) === 'parameters') this.take(found, text);
  }

  /** Sets the texts of all open documents; returns whether that changes decisions about them. */
  show(documents: readonly FileWithText[]): boolean {
    const before = this.#shown.files;
    const open = new Map<string, AdmissionFile | undefined>();
    // Policies first: they name the parameters in other documents.
    const isRules = ([, text]: FileWithText) => mayHoldAdmission(text) === 'rules';
    const read = (all: readonly FileWithText[]) => {
      const others = withOpen(this.#byFile, open);
      const words = paramWordsOf(others);
      for (const document of all) open.set(document[0].path, this.#read(document, others, words));
    };
    read(documents.filter(isRules));
    read(documents.filter((document) => !isRules(document)));
    this.#open = open;
    const now = withOpen(this.#byFile, open);
    if (now.size === before.size && [...now].every(([path, file]) => isSame(before.get(path), file))) return false;
    this.#overlay();
    return true;
  }

  #overlay(): void {
    this.#shown = this.#open.size === 0 ? this.#onDisk : new ObjectsOfFiles(withOpen(this.#byFile, this.#open));
  }

  #paramWords(): ParamWords | undefined {
    if (this.#params === 'stale') this.#params = paramWordsOf(this.#byFile);
    return this.#params;
  }

  /**
   * @param others files that may have policies with parameters.
   * @param words the parameters that these refer to.
   */
  #read(
    [found, text]: FileWithText,
    others: ReadonlyMap<string, AdmissionFile>,
    words: ParamWords | undefined,
  ): AdmissionFile | undefined {
    const holding = holdingOf(text, words);
    if (holding === undefined) return undefined;
    const kinds = holding === 'parameters' ? paramKindsOf(others) : undefined;
    const objects = admissionOfText(text, found, this.#kustomizations, kinds);
    const digest = sha256(JSON.stringify(objects.map(({ root }) => text.slice(root.start, root.end))));
    return { holding, objects, digest, params: paramWordsIn(text) };
  }
}

function hasRules(files: ReadonlyMap<string, AdmissionFile>): boolean {
  return [...files.values()].some(({ holding }) => holding === 'rules');
}

function isSame(before: AdmissionFile | undefined, now: AdmissionFile | undefined): boolean {
  return before?.digest === now?.digest && before?.holding === now?.holding;
}

function withOpen(
  files: ReadonlyMap<string, AdmissionFile>,
  open: ReadonlyMap<string, AdmissionFile | undefined>,
): ReadonlyMap<string, AdmissionFile> {
  const shown = new Map(files);
  for (const [path, file] of open) {
    if (file === undefined) shown.delete(path);
    else shown.set(path, file);
  }
  return shown;
}

function holdingOf(text: string, params: ParamWords | undefined): AdmissionHolding | undefined {
  const holding = mayHoldAdmission(text);
  if (holding === 'rules') return holding;
  return params !== undefined && mayHoldParams(text, params) ? 'parameters' : holding;
}

function paramWordsOf(files: ReadonlyMap<string, AdmissionFile>): ParamWords | undefined {
  return joinedParamWords([...files.values()].flatMap(({ params }) => params ?? []));
}

function paramKindsOf(files: ReadonlyMap<string, AdmissionFile>): ReadonlySet<string> {
  const rules = [...files.values()].filter(({ holding }) => holding === 'rules');
  return new AdmissionObjects(rules.flatMap(({ objects }) => objects)).paramKinds;
}
