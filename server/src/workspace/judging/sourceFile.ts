import type { Finding } from '../../finding.ts';
import type { Analysis } from '../../judge/analysis.ts';
import { locate } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';

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
