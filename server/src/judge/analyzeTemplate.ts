import type { ApiSurface } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import { certainFixes } from '../helm/certainFixes.ts';
import type { ChartTemplates } from '../helm/chart.ts';
import { documentsOf, type TemplateDocument, type TemplateVariant } from '../helm/documents.ts';
import { type ReadTemplate, readTemplate } from '../helm/readTemplate.ts';
import type { TemplateProblem } from '../helm/template/lex.ts';
import type { Manifest, NotJudged, Resource } from '../manifest/manifest.ts';
import type { Span } from '../text/span.ts';
import type { Analysis, DocumentFinding, JudgedResource, TemplateFacts, Verdict } from './analysis.ts';
import type { FileInputs } from './fileInputs.ts';
import { judgeByDefinitions } from './judgeByDefinitions.ts';
import type { SupposedMemo } from './suppose/supposedMemo.ts';
import { judgeTemplate, type TemplateJudging } from './templateJudge.ts';

/**
 * Judges a Helm template against every target without rendering it. Reports only findings that hold for any values, at
 * their own spans.
 *
 * @param supposed the findings in earlier versions of the same template.
 */
export function analyzeTemplate(
  text: string,
  inputs: FileInputs,
  chart: ChartTemplates,
  supposed?: SupposedMemo,
): Analysis {
  supposed?.begin(text, inputs.surfaces);
  const template = readTemplate(text, chart, inputs.surfaces);
  return new TemplateAnalysis(text, inputs, template, supposed).analysis();
}

class TemplateAnalysis {
  readonly #text: string;
  readonly #inputs: FileInputs;
  readonly #surfaces: readonly ApiSurface[];
  readonly #template: ReadTemplate;
  readonly #supposed: SupposedMemo | undefined;
  readonly #notJudged = new Map<number, NotJudged>();

  constructor(text: string, inputs: FileInputs, template: ReadTemplate, supposed: SupposedMemo | undefined) {
    this.#supposed = supposed;
    this.#text = text;
    this.#inputs = inputs;
    this.#surfaces = inputs.surfaces;
    this.#template = template;
  }

  analysis(): Analysis {
    const { problem, refused, outputs, untaken, undefinedNames } = this.#template;
    if (problem !== undefined || refused) return this.#unread();
    const documentsByOutput = new Map(
      [...new Set(outputs)].map((output) => [output, documentsOf(output, this.#inputs.file)]),
    );
    const targets = outputs.map((output) => documentsByOutput.get(output) ?? []);
    const keys = [...new Set(targets.flatMap((documents) => documents.map(({ key }) => key)))].sort((a, b) => a - b);
    const resources = keys.flatMap((key, index) => this.#document(key, index, targets));
    const manifest: Manifest = {
      text: this.#text,
      documents: keys.map((key, index) => ({ index, span: { start: key, end: key }, root: undefined, problems: [] })),
    };
    const untakenEverywhere = untaken.filter((branch) => branch.targets.length === this.#surfaces.length);
    const documentFindings = untakenEverywhere.map(
      (branch): DocumentFinding => ({
        document: documentAt(keys, branch.head.start),
        finding: untakenFinding(branch.condition, branch.isElse, branch.head),
      }),
    );
    const included = undefinedNames.map(
      (name): DocumentFinding => ({
        document: documentAt(keys, name.start),
        finding: undefinedFinding(name),
      }),
    );
    const facts: TemplateFacts = { untaken };
    const notJudged = [...this.#notJudged.values()].sort((a, b) => a.document - b.document);
    return { manifest, resources, documentFindings: [...documentFindings, ...included], notJudged, template: facts };
  }

  /** Judges one document for every target. */
  #document(key: number, index: number, targets: readonly (readonly TemplateDocument[])[]): readonly JudgedResource[] {
    const judged = new Map<string, { resource: Resource; verdicts: Verdict[] }>();
    const surfaces = this.#surfaces;
    for (const [target, surface] of surfaces.entries()) {
      const document = targets[target]?.find((templateDocument) => templateDocument.key === key);
      if (document === undefined) continue;
      if (document.notJudged !== undefined) {
        this.#notJudged.set(index, { document: index, ...document.notJudged });
      }
      for (const item of new Set(
        document.variants.flatMap(({ resources }) => resources.map((resource) => resource.item)),
      )) {
        const found = this.#verdict(document.variants, item, surface);
        if (found === undefined) continue;
        const { resource, verdict } = found;
        const known = judged.get(item ?? '') ?? { resource: { ...resource, document: index }, verdicts: [] };
        judged.set(item ?? '', known);
        known.verdicts.push(verdict);
      }
    }
    for (const { resource, verdicts } of judged.values()) {
      if (verdicts.every(({ availability }) => availability.state === 'custom')) {
        const detail = `${resource.apiVersion} ${resource.kind} is a custom resource without a known CustomResourceDefinition`;
        this.#notJudged.set(index, { document: index, reason: 'custom-resource', detail });
      }
    }
    return [...judged.values()];
  }

  /** The findings that hold in every variant in which their text is printed. */
  #verdict(variants: readonly TemplateVariant[], item: string | undefined, surface: ApiSurface) {
    const judged = variants.flatMap(({ resources, placement, doubt }) => {
      const resource = resources.find((candidate) => candidate.item === item);
      if (resource === undefined) return [];
      const judging: TemplateJudging = {
        text: this.#text,
        surfaces: this.#surfaces,
        placement,
        doubt,
        supposed: this.#supposed,
        certainFixes: (fixes, { span }) =>
          certainFixes(fixes, span, this.#text, this.#template.body, this.#template.actions),
      };
      const judge = (apiSurface: ApiSurface) => judgeTemplate(resource, apiSurface, judging);
      return [{ resource, placement, verdict: judgeByDefinitions(resource, surface, this.#inputs.path, judge) }];
    });
    const [first] = judged;
    if (first === undefined) return undefined;
    const findings = new Map<string, Finding>();
    for (const { verdict } of judged) for (const finding of verdict.findings) findings.set(keyOf(finding), finding);
    const certain = [...findings].filter(([key, { span }]) =>
      judged.every(
        ({ verdict, placement }) =>
          !placement.covers(span.start) || verdict.findings.some((other) => keyOf(other) === key),
      ),
    );
    const sorted = certain.map(([, finding]) => finding).sort((a, b) => a.span.start - b.span.start);
    return { resource: first.resource, verdict: { ...first.verdict, findings: sorted } };
  }

  #unread(): Analysis {
    const { problem } = this.#template;
    const span = { start: 0, end: this.#text.length };
    const manifest: Manifest = {
      text: this.#text,
      documents: [{ index: 0, span, root: undefined, problems: problem === undefined ? [] : [problem] }],
    };
    const detail = problem?.message ?? 'It is too complex to check without rendering it';
    return {
      manifest,
      resources: [],
      documentFindings: problem === undefined ? [] : [{ document: 0, finding: templateError(problem) }],
      notJudged: [{ document: 0, reason: problem === undefined ? 'template' : 'broken-resource', detail }],
      template: { untaken: [] },
    };
  }
}

function keyOf({ code, path, span, message }: Finding): string {
  return `${code}\n${path}\n${span.start}\n${span.end}\n${message}`;
}

function documentAt(keys: readonly number[], offset: number): number {
  const index = keys.findLastIndex((key) => key <= offset);
  return Math.max(0, index);
}

function untakenFinding(condition: string, isElse: boolean, span: Span): Finding {
  return {
    code: 'untaken-branch',
    consequence: 'advice',
    path: '',
    span,
    message: 'No target reaches this branch of the template',
    why: `At every current target, ${condition} is ${isElse ? 'true' : 'false'}.`,
    remedy: 'Remove the branch if the chart no longer supports the clusters that need it.',
    source: 'helm.sh/helm/v3 pkg/chartutil/capabilities.go',
    fixes: () => [],
  };
}

function undefinedFinding({ message, start, end }: TemplateProblem): Finding {
  return {
    code: 'template-error',
    consequence: 'undecodable',
    path: '',
    span: { start, end },
    message: `The template includes one that does not exist: ${message}`,
    why: 'Helm fails when it reaches the action, and installs nothing.',
    remedy: 'Write the name of a defined template.',
    source: 'helm.sh/helm/v3 pkg/engine/engine.go, includeFun',
    fixes: () => [],
  };
}

function templateError({ message, span }: { readonly message: string; readonly span: Span }): Finding {
  return {
    code: 'template-error',
    consequence: 'undecodable',
    path: '',
    span,
    message: `This is not a valid Go template: ${message}`,
    why: 'Helm parses all templates of a chart first, and refuses the chart if one does not parse.',
    remedy: 'Fix the marked action.',
    source: 'text/template/parse',
    fixes: () => [],
  };
}
