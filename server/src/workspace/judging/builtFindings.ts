import type { Finding } from '../../finding.ts';
import type { Analysis } from '../../judge/analysis.ts';
import { builtFrom } from '../../kustomize/origin.ts';
import { type Located, locate } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Span } from '../../text/span.ts';
import { type BuildPatch, mayPatch } from './patchesOfBuild.ts';

/** A finding that a build adds to a file. Plain data, good for the text that it was found with. */
export interface AddedFinding {
  /** Which of the file's resources it is about; undefined for a document as a whole. */
  readonly resource: number | undefined;
  readonly document: number;
  readonly target: string;
  readonly finding: Finding;
}

/** A finding that a file has by itself. */
export interface KnownFinding extends Pick<Finding, 'code' | 'path'> {
  readonly target: string;
  readonly document: number;
  readonly item?: string | undefined;
}

/** A file that something was built from, with what came up in builds. */
export class SourceFile {
  readonly analysis: Analysis;
  readonly #added: AddedFinding[] = [];
  readonly #said: Set<string>;

  /** @param known what is said of the file by itself, besides what is in its analysis. */
  constructor(analysis: Analysis, known: readonly KnownFinding[] = []) {
    this.analysis = analysis;
    const own = analysis.resources.flatMap(({ resource: { document, item }, verdicts }) =>
      verdicts.flatMap(({ surface, findings }) =>
        findings.map(({ code, path }) => ({ code, path, document, item, target: surface.name })),
      ),
    );
    this.#said = new Set([...known, ...own].map(keyOf));
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

/** A finding on an object that was built. */
export interface BuiltFinding {
  readonly built: Resource;
  readonly target: string;
  readonly finding: Finding;
}

/**
 * Puts findings on built objects where what they are about is written: in the manifest that an object came from, or in
 * the patch that wrote it. What these say by themselves is not said again.
 *
 * @param origin the file of the object's manifest.
 * @param patches the patches that can reach it, in the order in which they are applied.
 * @returns whether the finding has found its place.
 */
export function placeFinding(
  { built, target, finding }: BuiltFinding,
  origin: SourceFile,
  patches: readonly BuildPatch[],
): boolean {
  const source = builtFrom(
    built,
    origin.analysis.resources.flatMap(({ resource }) => (resource.part === undefined ? [resource] : [])),
  );
  if (source === undefined) return false;
  const own = locate(source.root, finding.path);
  // A patch says these to name the object that it changes.
  const names = /^(?:apiVersion|kind|metadata\.name|metadata\.namespace)$/.test(finding.path);
  const writers = (names ? [] : patches).flatMap((patch) => {
    const at = locate(patch.resource.root, finding.path);
    return at.exact && mayPatch(patch, source, built) ? [{ ...patch, at }] : [];
  });
  // The last patch that writes a value decides it.
  const writer = writers.at(-1) ?? { file: origin, resource: source, at: own };
  const isKey = spanIs(finding.span, locate(built.root, finding.path).key);
  writer.file.add(writer.resource, target, { ...finding, span: spanOf(writer.at, isKey), fixes: [] });
  return true;
}

function spanOf({ node, key, exact }: Located, isKey: boolean): Span {
  const { start, end } = exact && !isKey && node.kind === 'scalar' && node.end > node.start ? node : key;
  return { start, end };
}

function spanIs(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** The analysis of a file together with what builds have added. */
export function withAdded(analysis: Analysis, added: readonly AddedFinding[]): Analysis {
  if (added.length === 0) return analysis;
  const ofFile = added.filter(({ resource }) => resource === undefined);
  const resources = analysis.resources.map((one, index) => {
    const { document } = one.resource;
    const own = added.filter((each) => each.resource === index && each.document === document);
    if (own.length === 0) return one;
    const verdicts = one.verdicts.map((verdict) => {
      const more = own.filter(({ target }) => target === verdict.surface.name).map(({ finding }) => finding);
      return { ...verdict, findings: [...verdict.findings, ...more] };
    });
    return { ...one, verdicts };
  });
  return { ...analysis, resources, documentFindings: [...analysis.documentFindings, ...ofFile] };
}
