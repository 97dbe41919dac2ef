import type { Finding } from '../../finding.ts';
import type { AddedFinding } from '../../judge/addedFinding.ts';
import type { Analysis } from '../../judge/analysis.ts';
import { judgeText } from '../../judge/judgeText.ts';
import { locate } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { sha256 } from '../disk/sha256.ts';
import type { Workspace } from '../model/workspace.ts';
import type { AddedToFile } from './addedToFile.ts';

/** A finding that a file has by itself. */
interface KnownFinding extends Pick<Finding, 'code' | 'path'> {
  readonly target: string;
  readonly document: number;
  readonly item?: string | undefined;
}

/** A file that something was built from, with what came up in builds. */
export class SourceFile {
  readonly analysis: Analysis;
  readonly #added: AddedFinding[] = [];
  readonly #said: Set<string>;

  constructor(analysis: Analysis) {
    this.analysis = analysis;
    const own = analysis.resources.flatMap(({ resource: { document, item }, verdicts }) =>
      verdicts.flatMap(({ surface, findings }) =>
        findings.map(({ code, path }) => ({ code, path, document, item, target: surface.name })),
      ),
    );
    this.#said = new Set(own.map(keyOf));
  }

  /** What builds add to it. */
  get added(): readonly AddedFinding[] {
    return this.#added;
  }

  /** Adds a finding about one of its resources, unless that is said already. */
  add(resource: Resource, target: string, finding: Finding): void {
    const { document, item } = resource;
    const index = this.analysis.resources.findIndex((one) => one.resource === resource);
    const { code, path, message } = finding;
    const again = JSON.stringify([index, target, path, message]);
    if (this.#said.has(keyOf({ code, path, document, item, target })) || this.#said.has(again)) return;
    this.#said.add(again);
    this.#added.push({ resource: index, document, target, finding });
  }

  /** Adds a finding about its first document. */
  addToFile(target: string, finding: Finding): void {
    const [document] = this.analysis.manifest.documents;
    if (document?.root === undefined) return;
    const { key } = locate(document.root, '');
    this.#added.push({ resource: undefined, document: document.index, target, finding: { ...finding, span: key } });
  }
}

function keyOf({ code, path, target, document, item }: KnownFinding): string {
  return JSON.stringify([code, path, target, document, item ?? '']);
}

/** The files of a workspace that something was built from, each judged by itself when it is first asked for. */
export class SourceFiles {
  readonly #workspace: Workspace;
  readonly #isSource: (path: string) => boolean;
  readonly #files = new Map<string, SourceFile | undefined>();

  /** @param isSource whether findings are to be put in a file, by its absolute path. */
  constructor(workspace: Workspace, isSource: (path: string) => boolean) {
    this.#workspace = workspace;
    this.#isSource = isSource;
  }

  /** A file by its absolute path; undefined for what no finding is to be put in, or cannot be judged. */
  of(path: string): SourceFile | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#isSource(path) ? this.#read(path) : undefined);
    return this.#files.get(path);
  }

  /** What builds add to the files. */
  added(): readonly AddedToFile[] {
    return [...this.#files].flatMap(([path, file]) => {
      const added = file?.added ?? [];
      return file === undefined || added.length === 0
        ? []
        : [{ path, digest: sha256(file.analysis.manifest.text), added }];
    });
  }

  /** What comments ignore is known to the file all the same: it is not said again where it is built. */
  #read(path: string): SourceFile | undefined {
    const inputs = this.#workspace.inputsOf(path);
    const content = this.#workspace.textOf(path);
    return inputs === undefined || !content.ok ? undefined : new SourceFile(judgeText(content.text, inputs));
  }
}
