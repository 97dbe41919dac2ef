import type { ApiSurface } from '../catalog/surface.ts';
import { type Finding, findingWithFixesLater, movedFinding } from '../finding.ts';
import { chartTemplates } from '../helm/chart.ts';
import type { TemplateDocument } from '../helm/documents.ts';
import { type Fate, GuardedDocuments } from '../helm/guardedDocuments.ts';
import type { RenderError, Rendering } from '../helm/rendered.ts';
import { RenderedPositions } from '../helm/renderedPositions.ts';
import type { Manifest, NotJudged, Resource } from '../manifest/manifest.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { listedNames } from '../text/listedNames.ts';
import type { Span } from '../text/span.ts';
import type { Analysis, DocumentFinding, JudgedResource, Verdict } from './analysis.ts';
import { isRefusal } from './asBuilt.ts';
import type { FileInputs } from './fileInputs.ts';
import { inputsWithin } from './inputsWithoutContext.ts';
import { judgeText } from './judgeText.ts';

/**
 * Judges a file of a chart as rendered for each target and maps the findings to the file. Targets for which the chart
 * was not rendered use the unrendered file.
 *
 * @param source the analysis of the unrendered file.
 * @param renderings one per target.
 */
export function analyzeRendered(
  text: string,
  inputs: FileInputs,
  source: Analysis,
  renderings: readonly Rendering[],
): Analysis {
  const { surfaces } = inputs;
  const errors = renderings.flatMap(({ error, open }, target): DocumentFinding[] => {
    const name = surfaces[target]?.name;
    return error === undefined || name === undefined
      ? []
      : [{ document: 0, finding: renderFinding(error, text, open), target: name }];
  });
  const documentFindings = [...source.documentFindings, ...errors];
  if (renderings.every((rendering) => rendering.text === undefined)) return { ...source, documentFindings };
  const renderedFile = new Renderings(text, inputs, source);
  for (const [target, surface] of surfaces.entries()) renderedFile.add(surface, renderings[target]);
  const facts = source.template === undefined ? {} : { template: source.template };
  const rendered = renderedFile.analysis();
  const unrendered = inputs.showsUnrendered ? source.resources : [];
  return { ...rendered, resources: [...unrendered, ...rendered.resources], documentFindings, ...facts };
}

class Renderings {
  readonly #text: string;
  readonly #inputs: FileInputs;
  readonly #source: Analysis;
  readonly #resources = new Map<string, JudgedResource & { readonly name: string; readonly verdicts: Verdict[] }>();
  /** The offset in the file where each rendered document starts, in the order of first occurrence. */
  readonly #documents = new Map<string, number>();
  readonly #notJudged = new Map<string, { document: string } & Pick<NotJudged, 'reason' | 'detail'>>();

  constructor(text: string, inputs: FileInputs, source: Analysis) {
    this.#text = text;
    this.#inputs = inputs;
    this.#source = source;
  }

  add(
    surface: ApiSurface,
    { text: rendered, open, isInstalled = false }: Rendering = { text: undefined, error: undefined, open: [] },
  ): void {
    if (rendered === undefined) {
      this.#addJudged(surface, this.#source, asWritten);
      return;
    }
    const judged = this.#judge(rendered, surface);
    const resources = judged.resources.map(({ resource }) => resource);
    const isPacked = this.#isPacked();
    const guarded = isPacked ? this.#guardedInPacked(surface) : this.#guarded(surface);
    const fateOf = (resource: Resource): Fate => (isInstalled ? 'same' : guarded.fateOf(resource, resources));
    const documentsOf = (fate: Fate) => {
      const others = new Set(resources.flatMap((resource) => (fateOf(resource) === fate ? [] : resource.document)));
      const own = new Set(resources.map(({ document }) => document));
      return documentsIn(judged, (document) => !others.has(document) && (fate === 'same' || own.has(document)));
    };
    const placedIn = (documents: readonly TemplateDocument[]): Placing => {
      // Output of packed charts has no place here; it is reported at the Chart.yaml as a whole.
      const positions = new RenderedPositions(isPacked ? [] : documents, this.#text);
      return {
        place: (resource, finding) => {
          const span = positions.of(resource, resources, finding.path, finding.span);
          return [movedFinding(finding, span, () => this.#inSource(surface, finding, span)?.fixes() ?? [])];
        },
        start: (resource) => positions.of(resource, resources, '', resource.kindSpan).start,
      };
    };
    const isCertain = (finding: Finding) =>
      open.length === 0 || this.#inSource(surface, finding, finding.span) !== undefined;
    this.#addJudged(
      surface,
      documentsOf('same'),
      changing(placedIn(guarded.documents), (found) => [isCertain(found) ? found : withoutValues(found, open)]),
    );
    if (isInstalled || guarded.differing.size === 0) return;
    this.#addJudged(
      surface,
      documentsOf('absent'),
      changing(placedIn(guarded.rendered), (found) => (isRefusal(found) ? [onlyWithoutCluster(found)] : [])),
    );
    if (isPacked) return;
    const written = this.#source.manifest.documents;
    const isGuarded = (document: number) => guarded.differing.has(written[document]?.span.start ?? -1);
    this.#addJudged(surface, documentsIn(this.#source, isGuarded), asWritten);
  }

  #judge(rendered: string, surface: ApiSurface): Analysis {
    const { path, file } = this.#inputs;
    return judgeText(rendered, { ...inputsWithin(this.#inputs, path, file), surfaces: [surface] });
  }

  analysis(): Omit<Analysis, 'documentFindings'> {
    // Helm sorts the documents of a chart by kind; the file has another order.
    const order = [...this.#documents].sort(([, a], [, b]) => a - b).map(([name]) => name);
    const judged: readonly JudgedResource[] = [...this.#resources.values()]
      .map(({ name, ...judged }) => ({
        ...judged,
        resource: { ...judged.resource, document: order.indexOf(name) },
      }))
      .sort((a, b) => a.resource.document - b.resource.document);
    const notJudged = [...this.#notJudged.values()].map(
      (item): NotJudged => ({
        ...item,
        document: order.indexOf(item.document),
      }),
    );
    if (judged.length === 0 && notJudged.length === 0) {
      notJudged.push({
        document: 0,
        reason: 'template',
        detail: 'It renders nothing with these values; use --no-render to check it without rendering',
        noResource: true,
      });
    }
    const span = { start: 0, end: this.#text.length };
    const count = Math.max(1, this.#documents.size);
    const documents = Array.from({ length: count }, (_, index) => ({ index, span, root: undefined, problems: [] }));
    const manifest: Manifest = { text: this.#text, documents };
    return { manifest, resources: judged, notJudged: notJudged.sort((a, b) => a.document - b.document) };
  }

  #addJudged(surface: ApiSurface, analysis: Analysis, placing: Placing): void {
    const documents = new Map<number, string>();
    const counts = new Map<string, number>();
    for (const judged of analysis.resources) {
      const { resource } = judged;
      const verdict = judged.verdicts.find((candidate) => candidate.surface === surface);
      if (verdict === undefined) continue;
      const name = `${resource.kind}/${resource.namespace ?? ''}/${resource.name ?? ''}/${resource.item ?? ''}`;
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      const document = documents.get(resource.document) ?? this.#document(`${name}/${nth}`, placing.start(resource));
      documents.set(resource.document, document);
      const known = this.#resources.get(`${name}/${nth}`) ?? { ...judged, name: document, verdicts: [] };
      this.#resources.set(`${name}/${nth}`, known);
      known.verdicts.push({
        ...verdict,
        findings: verdict.findings.flatMap((finding) => placing.place(resource, finding)),
      });
    }
    for (const { document, reason, detail } of analysis.notJudged) {
      const name = documents.get(document) ?? this.#document(`${reason}/${document}`, this.#text.length);
      this.#notJudged.set(`${name}/${reason}`, { document: name, reason, detail });
    }
  }

  #document(name: string, start: number): string {
    if (!this.#documents.has(name)) this.#documents.set(name, start);
    return name;
  }

  #isPacked(): boolean {
    return this.#source.template === undefined && /(?:^|\/)Chart\.yaml$/.test(this.#inputs.file);
  }

  #guarded(surface: ApiSurface): GuardedDocuments {
    const { chart = { definitions: new Map() }, file } = this.#inputs;
    return new GuardedDocuments(this.#text, chart, surface, file);
  }

  /** All templates of packed charts together, since the output does not say which one a document is from. */
  #guardedInPacked(surface: ApiSurface): GuardedDocuments {
    const { context, file } = this.#inputs;
    const texts = context.packedTemplates();
    const whole = texts.filter(({ name }) => /(?:^|\/)[^_/][^/]*\.ya?ml$/.test(name)).map(({ text }) => text);
    return new GuardedDocuments(whole.join('\n---\n'), chartTemplates(texts.map(({ text }) => text)), surface, file);
  }

  /** The same finding in the unrendered template, whose fixes are certain. */
  #inSource(surface: ApiSurface, { code }: Finding, { start, end }: Span): Finding | undefined {
    return this.#source.resources
      .flatMap(({ verdicts }) => verdicts.filter((verdict) => verdict.surface === surface))
      .flatMap(({ findings }) => findings)
      .find((finding) => finding.code === code && finding.span.start === start && finding.span.end === end);
  }
}

/** Maps the spans of a judged resource to the file. */
interface Placing {
  place(resource: Resource, finding: Finding): readonly Finding[];
  start(resource: Resource): number;
}

/** The same places, with changed findings. */
function changing({ place, start }: Placing, change: (finding: Finding) => readonly Finding[]): Placing {
  return { place: (resource, finding) => place(resource, finding).flatMap(change), start };
}

/** The places of findings in the file itself. */
const asWritten: Placing = {
  place: (_, finding) => [finding],
  start: ({ apiVersionSpan }) => apiVersionSpan.start,
};

/** The part of an analysis that is about some documents. */
function documentsIn(analysis: Analysis, includes: (document: number) => boolean): Analysis {
  return {
    ...analysis,
    resources: analysis.resources.filter(({ resource }) => includes(resource.document)),
    notJudged: analysis.notJudged.filter(({ document }) => includes(document)),
  };
}

/** Marks a finding in a resource that Helm prints only if it cannot ask the target. */
function onlyWithoutCluster(finding: Finding): Finding {
  const why = `${finding.why} Helm with a cluster, as in helm install and Flux, leaves this resource out. Without one, as in helm template and Argo CD, it renders it: there, every API version that Helm was compiled with counts as served.`;
  const remedy =
    'Name the kind in the condition, as in .Capabilities.APIVersions.Has "policy/v1/PodDisruptionBudget", or remove the branch.';
  return findingWithFixesLater(finding, () => [], { consequence: 'build-dependent', why, remedy });
}

/** Marks a finding that unknown values of the release may change. */
function withoutValues(finding: Finding, open: readonly string[]): Finding {
  const consequence = isRefusal(finding) ? 'build-dependent' : finding.consequence;
  const why = `${finding.why} The chart was rendered without ${listedNames(open)}, which may change this.`;
  return findingWithFixesLater(finding, () => [], { consequence, why });
}

function renderFinding({ message, line, column }: RenderError, text: string, open: readonly string[]): Finding {
  const values = open.length === 0 ? 'these values' : `these values, without ${listedNames(open)}`;
  return {
    code: 'chart-not-rendered',
    consequence: 'advice',
    path: '',
    span: spanAt(text, line, column),
    message: `Helm cannot render this chart: ${message.split('\n')[0] ?? ''}`,
    why: `helm template failed with ${values}; the templates were checked without rendering instead.`,
    remedy: 'Fix the marked line, or provide values that the chart renders with (--helm-values).',
    source: 'helm template',
    fixes: () => [],
  };
}

function spanAt(text: string, line: number | undefined, column: number | undefined): Span {
  const start = new LineIndex(text).lineStart(line ?? 0) ?? 0;
  const next = text.indexOf('\n', start);
  const end = next < 0 ? text.length : next;
  const written = text.slice(start, end).trimEnd();
  const indent = written.length - written.trimStart().length;
  return { start: start + Math.min(written.length, column ?? indent), end: start + written.length };
}
