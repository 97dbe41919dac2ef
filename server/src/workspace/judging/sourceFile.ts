import type { Finding } from '../../finding.ts';
import { type AddedFinding, keyOfFinding } from '../../judge/addedFinding.ts';
import type { Analysis } from '../../judge/analysis.ts';
import { inputsAsWritten } from '../../judge/fileInputs.ts';
import { judgeText } from '../../judge/judgeText.ts';
import { locate } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Span } from '../../text/span.ts';
import { sha256 } from '../ground/sha256.ts';
import type { AddedToFile } from '../model/addedToFile.ts';
import type { Workspace } from '../model/workspace.ts';

/** A source file of builds, with the findings from them. */
export class SourceFile {
  readonly analysis: Analysis;
  readonly #added: AddedFinding[] = [];
  /** Its own findings. */
  readonly #foundInSource: ReadonlySet<string>;
  readonly #confirmed = new Map<string, Set<string>>();
  readonly #said = new Set<string>();
  readonly #builds = new Set<string>();

  constructor(analysis: Analysis) {
    this.analysis = analysis;
    this.#foundInSource = new Set(
      analysis.resources.flatMap(({ verdicts }, index) =>
        verdicts.flatMap(({ surface, findings }) =>
          findings.map((finding) => keyOfFinding(index, surface.name, finding)),
        ),
      ),
    );
  }

  /** The findings that builds add. */
  get added(): readonly AddedFinding[] {
    return this.#added;
  }

  /** The folders of the kustomizations that build it. */
  get builds(): readonly string[] {
    return [...this.#builds];
  }

  /** Its own findings that builds confirm, with the names of these builds. */
  get confirmed(): AddedToFile['confirmed'] {
    return [...this.#confirmed].map(([key, builds]) => [key, [...builds]] as const);
  }

  /** Records that the kustomization of a folder builds it. */
  wasBuiltBy(folder: string): void {
    this.#builds.add(folder);
  }

  /** Whether the file itself has a finding on one of its resources. */
  hasFinding(resource: Resource, target: string, finding: Finding): boolean {
    return this.#foundInSource.has(keyOfFinding(this.#indexOf(resource), target, finding));
  }

  /**
   * Adds a finding on one of its resources, or confirms it if the file has it already.
   *
   * @param build the name of the build that shows it.
   */
  add(resource: Resource, target: string, finding: Finding, build: string): void {
    const index = this.#indexOf(resource);
    const key = keyOfFinding(index, target, finding);
    if (this.#foundInSource.has(key)) {
      this.#confirmed.set(key, (this.#confirmed.get(key) ?? new Set()).add(build));
      return;
    }
    const again = JSON.stringify([index, target, finding.path, finding.message]);
    if (this.#said.has(again)) return;
    this.#said.add(again);
    this.#added.push({ resource: index, document: resource.document, target, finding });
  }

  /** Adds a finding about a field of its first document: one of a kind, however many objects have it. */
  addAtField(target: string, finding: Finding, field: Span): void {
    this.#addAt(target, finding, field, [field.start, finding.code]);
  }

  /** Adds a finding about its first document as a whole. */
  addToFile(target: string, finding: Finding): void {
    const root = this.analysis.manifest.documents[0]?.root;
    const { code, path, message } = finding;
    if (root !== undefined) this.#addAt(target, finding, locate(root, '').key, [code, path, message]);
  }

  #addAt(target: string, finding: Finding, { start, end }: Span, once: readonly unknown[]): void {
    const [document] = this.analysis.manifest.documents;
    const again = JSON.stringify([target, ...once]);
    if (document === undefined || this.#said.has(again)) return;
    this.#said.add(again);
    this.#added.push({
      resource: undefined,
      document: document.index,
      target,
      finding: { ...finding, span: { start, end } },
    });
  }

  #indexOf(resource: Resource): number {
    return this.analysis.resources.findIndex((judgedResource) => judgedResource.resource === resource);
  }
}

/** The source files of builds, each judged lazily. */
export class SourceFiles {
  readonly #workspace: Workspace;
  readonly #isSource: (path: string) => boolean;
  readonly #files = new Map<string, SourceFile | undefined>();

  /** @param isSource whether findings are to be put in a file, by its absolute path. */
  constructor(workspace: Workspace, isSource: (path: string) => boolean) {
    this.#workspace = workspace;
    this.#isSource = isSource;
  }

  /** A file by absolute path; undefined if it cannot get findings or cannot be judged. */
  of(path: string): SourceFile | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#isSource(path) ? this.#read(path) : undefined);
    return this.#files.get(path);
  }

  /** The results of builds by file. */
  added(): readonly AddedToFile[] {
    return [...this.#files].flatMap(([path, file]) => {
      if (file === undefined) return [];
      const { analysis, added, builds, confirmed } = file;
      return [{ path, digest: sha256(analysis.manifest.text), added, builds, confirmed }];
    });
  }

  /** Suppressed findings are known: they are not reported again in builds. */
  #read(path: string): SourceFile | undefined {
    const inputs = this.#workspace.inputsOf(path);
    const content = this.#workspace.textOf(path);
    return inputs === undefined || !content.ok
      ? undefined
      : new SourceFile(judgeText(content.text, inputsAsWritten(inputs)));
  }
}
