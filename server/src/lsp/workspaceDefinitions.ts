import type { AdmissionObjects } from '../admission/admissionObjects.ts';
import type { DefinitionSource } from '../crd/customKinds.ts';
import type { CustomDefinition } from '../crd/definition.ts';
import { definitionList } from '../crd/definitionList.ts';
import { matchingDefinitions } from '../crd/matchingDefinitions.ts';
import type { Installation } from '../sources/installed/linkInstallations.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import { lazily } from '../text/lazily.ts';
import { isChartYaml } from '../workspace/charts/packedCharts.ts';
import { definitionsOfFile, definitionsOfText } from '../workspace/definitions/definitionsOfFile.ts';
import { InstallFiles } from '../workspace/definitions/installFiles.ts';
import { DeliveryFiles } from '../workspace/delivery/deliveryFiles.ts';
import { type FoundFile, reportName } from '../workspace/disk/discover.ts';
import { textOrEmpty } from '../workspace/disk/textOrEmpty.ts';
import { Kustomizations } from '../workspace/kustomize/kustomizations.ts';
import type { DefiningFile } from './closed/environment.ts';
import { WorkspaceAdmission } from './workspaceAdmission.ts';
import { yieldingBetween } from './yieldingBetween.ts';

const maxFiles = 10_000;

/** A definition with the absolute path of its file. */
export interface FoundDefinition {
  readonly path: string;
  readonly definition: CustomDefinition;
}

/**
 * The CustomResourceDefinitions in workspace files, for custom resources in all documents. They are searched once, in
 * the background, and then updated file by file.
 */
export class WorkspaceDefinitions {
  readonly #byFile = new Map<string, readonly CustomDefinition[]>();
  readonly #admission: WorkspaceAdmission;
  #source: DefinitionSource | undefined;
  #installed: InstallFiles | undefined;
  #installations: () => readonly Installation[] = () => none;
  #search = 0;
  #deliveries = new DeliveryFiles([]);
  /** The files of the workspace, absolute. */
  #known = new Set<string>();

  /** @param kustomizations returns those of the workspace, which may change its objects. */
  constructor(kustomizations: () => Kustomizations) {
    this.#admission = new WorkspaceAdmission(kustomizations);
  }

  /** The releases of built-in sets that workspace files install; a new array when they change. */
  get installations(): readonly Installation[] {
    return this.#installations();
  }

  /** The files that may define what is applied where, absolute, in the order of their names. */
  get deliveries(): readonly string[] {
    return this.#deliveries.paths;
  }

  /** The objects on disk that admission depends on, if they affect other files; a new object when they change. */
  get admission(): AdmissionObjects | undefined {
    return this.#admission.onDisk;
  }

  /** Whether a policy was saved whose parameters may be in files that the last search passed over. */
  get lacksParams(): boolean {
    return this.#admission.refersToMore;
  }

  /** Call when kustomizations may change objects differently. */
  kustomizationsChanged(): void {
    if (!this.#admission.decides) return;
    this.#admission.kustomizationsChanged();
    this.#forget();
  }

  /** The files with definitions, and those that admission depends on, relative to `cwd`. */
  files(cwd: string): readonly DefiningFile[] {
    const { holdings, decides } = this.#admission;
    const paths = new Set([...this.#byFile.keys(), ...(decides ? holdings.keys() : [])]);
    return [...paths].sort().map((path) => ({ path, file: reportName(path, cwd), admission: holdings.get(path) }));
  }

  /** All definitions, in file order. */
  all(): readonly CustomDefinition[] {
    return [...this.#byFile.keys()].sort().flatMap((file) => this.#byFile.get(file) ?? []);
  }

  /** All definitions as a source; a new object when they change, undefined if there are none. */
  get source(): DefinitionSource | undefined {
    if (this.#byFile.size === 0 && !this.#admission.decides) return undefined;
    this.#source ??= {
      ...definitionList(() => this.all()),
      admission: (byNamespaces) => this.#admission.shown(byNamespaces),
    };
    return this.#source;
  }

  /**
   * The definition of a kind; of several the first candidate for an object, those with its version first.
   *
   * @param from the absolute path of the object's file.
   */
  find({ group, version, kind }: GroupVersionKind, from: string): FoundDefinition | undefined {
    const all = [...this.#byFile.keys()].sort().flatMap((path) => {
      const ofKind =
        this.#byFile
          .get(path)
          ?.filter((customDefinition) => customDefinition.group === group && customDefinition.kind === kind) ?? [];
      return ofKind.map((definition): FoundDefinition => ({ path, definition }));
    });
    const near = matchingDefinitions(all, from);
    return near.find(({ definition }) => definition.versions.some(({ name }) => name === version)) ?? near[0];
  }

  /**
   * Reads them again. Returns whether there are or were definitions, so that documents must be judged again; false for
   * a search that a later one has overtaken.
   *
   * @param files returns the files that may have definitions.
   */
  async search(files: () => Promise<readonly string[]>, cwd: string): Promise<boolean> {
    const search = ++this.#search;
    const found = new Map<string, readonly CustomDefinition[]>();
    const texts: (readonly [path: string, text: string])[] = [];
    const paths = await files();
    const kustomizations = new Kustomizations();
    const installed = new InstallFiles(cwd);
    const deliveries = new DeliveryFiles([]);
    for await (const path of yieldingBetween(paths.slice(0, maxFiles))) {
      const text = textOrEmpty(path);
      const file = { path, file: reportName(path, cwd) };
      const definitions = definitionsOf(text, file, kustomizations);
      if (definitions.length > 0) found.set(path, definitions);
      installed.read(path, text);
      deliveries.read(path, text);
      texts.push([path, text]);
    }
    if (search !== this.#search) return false;
    this.#known = new Set(paths);
    const before = this.#installations();
    this.#take(installed);
    this.#deliveries = deliveries;
    const decided = this.#admission.decides;
    this.#admission.clear();
    const contents = texts.map(([path, text]) => [{ path, file: reportName(path, cwd) }, text] as const);
    for (const [file, text] of contents) this.#admission.take(file, text);
    this.#admission.takeParams(contents);
    const changed =
      decided ||
      this.#admission.decides ||
      found.size > 0 ||
      this.#byFile.size > 0 ||
      before.length + this.#installations().length > 0;
    this.#byFile.clear();
    for (const [path, definitions] of found) this.#byFile.set(path, definitions);
    this.#forget();
    return changed;
  }

  /**
   * Call when the text of a file has changed. Returns whether that changes any definition.
   *
   * @param text undefined for a deleted file, or one to read.
   */
  update(path: string, cwd: string, text: string | undefined): boolean {
    const file = { path, file: reportName(path, cwd) };
    this.#known.add(path);
    const content = text ?? textOrEmpty(path);
    this.#deliveries.read(path, content);
    const installs = this.#installed ?? new InstallFiles(cwd);
    const installationsChanged = installs.read(path, content);
    if (installationsChanged) this.#take(installs);
    const admissionChanged = this.#admission.take(file, content);
    if (admissionChanged) this.#forget();
    const definitions = definitionsOf(content, file, new Kustomizations());
    if (definitions.length === 0 && !this.#byFile.has(path)) return installationsChanged || admissionChanged;
    if (definitions.length === 0) this.#byFile.delete(path);
    else this.#byFile.set(path, definitions);
    this.#forget();
    return true;
  }

  /**
   * Sets the texts of all open documents, by absolute path; only files of the workspace count. Returns whether
   * other findings of open documents may follow.
   */
  show(documents: readonly (readonly [path: string, text: string])[], cwd: string): boolean {
    const found = documents.flatMap(([path, text]) =>
      this.#known.has(path) ? [[{ path, file: reportName(path, cwd) }, text] as const] : [],
    );
    const admissionChanged = this.#admission.show(found);
    if (admissionChanged) this.#forget();
    return admissionChanged;
  }

  #take(installed: InstallFiles): void {
    this.#installed = installed;
    this.#installations = lazily(() => installed.installations());
  }

  #forget(): void {
    this.#source = undefined;
  }
}

const none: readonly Installation[] = [];

function definitionsOf(text: string, file: FoundFile, kustomizations: Kustomizations): readonly CustomDefinition[] {
  return isChartYaml(file.path)
    ? definitionsOfFile(file, kustomizations)
    : definitionsOfText(text, file, kustomizations);
}
