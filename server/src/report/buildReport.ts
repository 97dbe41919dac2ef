import { groupResource } from '../catalog/catalog.ts';
import { previewOf } from '../catalog/previewNote.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { levelOf, type SeverityPolicy } from '../config/severity.ts';
import type { Finding, Fix, Severity } from '../finding.ts';
import type { Analysis, JudgedResource, Verdict } from '../judge/analysis.ts';
import { hasUnknownRules } from '../judge/unknownRules.ts';
import type { Resource } from '../manifest/manifest.ts';
import { describeWindow, type SupportWindow } from '../targets/supportWindow.ts';
import { formatMinor } from '../targets/version.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { Fingerprints } from './fingerprint.ts';
import { compareFindings } from './order.ts';
import { shareOf } from './share.ts';
import { moreSevere, withWorstFindings } from './summarize.ts';
import type {
  CoverageCounts,
  ReportFinding,
  ReportFix,
  ReportNotJudged,
  ReportResource,
  ReportSupport,
  ReportTarget,
  ResourceVerdict,
} from './workspaceReport.ts';

/** A target of a run, with its origin. */
export interface ReportedSurface {
  readonly surface: ApiSurface;
  readonly source: string;
  /** Its unknown properties, as sentences. */
  readonly notes?: readonly string[];
  /** The expression `from=FILE` that it was named by; absent for other targets. */
  readonly expression?: string;
  /** The provider's support window for its version; absent if unknown. */
  readonly support?: SupportWindow;
}

/** One file that was judged. */
export interface JudgedFile {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  readonly analysis: Analysis;
  readonly surfaces: readonly ApiSurface[];
  readonly severity: SeverityPolicy;
  /** The line index of the file's text, if already computed. */
  readonly lines?: LineIndex;
}

/** The part of a report about one file. Serialized entries may be parsed at each access. */
export interface FileReport {
  readonly documents: number;
  readonly resources: readonly ReportResource[];
  /** In the report's order. */
  readonly findings: readonly ReportFinding[];
  readonly notJudged: readonly ReportNotJudged[];
  /** The number of findings that comments of the file ignore. */
  readonly suppressed: number;
  /** How many of its resources were judged. */
  readonly share: CoverageCounts;
}

/** Turns the analysis of a file into its part of a report. */
export function reportFile({ file, analysis, surfaces, severity, lines }: JudgedFile): FileReport {
  const writer = new FileWriter({ file, lines: lines ?? new LineIndex(analysis.manifest.text), severity });
  const { packed } = analysis;
  for (const { document, finding, target } of [...analysis.documentFindings, ...(packed?.documentFindings ?? [])]) {
    const names = target === undefined ? surfaces.map(({ name }) => name) : [target];
    for (const name of names) writer.write(finding, name, document, undefined);
  }
  const judged = [...analysis.resources, ...(packed?.resources ?? [])];
  const resources = judged.map((judgedResource) => reportResource(file, judgedResource, writer));
  const notJudged = [...analysis.notJudged, ...(packed?.notJudged ?? [])];
  return {
    documents: analysis.manifest.documents.length + (packed?.documents ?? 0),
    resources,
    findings: writer.findings.sort(compareFindings),
    notJudged: notJudged.map(({ document, reason, detail }) => ({ file, document, reason, detail })),
    suppressed: analysis.suppressed ?? 0,
    share: shareOf(analysis),
  };
}

/** The properties of a finding's resource in a report. */
export type ReportedResource = Pick<Resource, 'document' | 'item' | 'apiVersion' | 'kind' | 'namespace' | 'name'>;

/** A finding about a resource, at one target. */
export interface ResourceFinding {
  readonly resource: ReportedResource;
  readonly target: string;
  readonly finding: Finding;
}

/** A file that findings are about. */
export interface ReportedFile {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  /** Maps spans to lines. */
  readonly lines: Pick<LineIndex, 'range'>;
  readonly severity: SeverityPolicy;
}

/**
 * The findings for a report, except those of disabled checks. Their fingerprints are distinct only among each other.
 */
export function reportFindings(file: ReportedFile, findings: readonly ResourceFinding[]): readonly ReportFinding[] {
  if (findings.length === 0) return [];
  const writer = new FileWriter(file);
  for (const { resource, target, finding } of findings) writer.write(finding, target, resource.document, resource);
  return writer.findings;
}

/** Adds findings to the report of a file, which must have none of their codes, so that fingerprints stay distinct. */
export function withFindings(report: FileReport, added: readonly ReportFinding[]): FileReport {
  const { documents, notJudged, suppressed, share } = report;
  const findings = [...report.findings, ...added].sort(compareFindings);
  return {
    documents,
    resources: withWorstFindings(report.resources, findings),
    findings,
    notJudged,
    suppressed,
    share,
  };
}

/** Adds an entry that was not judged to the report of a file. */
export function withNotJudged(report: FileReport, entry: ReportNotJudged): FileReport {
  const { documents, resources, findings, notJudged, suppressed, share } = report;
  return { documents, resources, findings, notJudged: [...notJudged, entry], suppressed, share };
}

/** Turns the findings of one file into report findings. */
class FileWriter {
  readonly findings: ReportFinding[] = [];
  readonly #file: string;
  readonly #lines: ReportedFile['lines'];
  readonly #severity: SeverityPolicy;
  readonly #fingerprints = new Fingerprints();

  constructor({ file, lines, severity }: ReportedFile) {
    this.#file = file;
    this.#lines = lines;
    this.#severity = severity;
  }

  /** Returns the finding's severity at the target; undefined if its check is off. */
  write(
    finding: Finding,
    target: string,
    document: number,
    resource: ReportedResource | undefined,
  ): Severity | undefined {
    const severity = levelOf(this.#severity, finding, target);
    if (severity === 'off') return undefined;
    const lines = this.#lines;
    const { code, consequence, path, span, message, why, remedy, source } = finding;
    this.findings.push({
      resource: resource === undefined ? undefined : resourceId(this.#file, resource),
      file: this.#file,
      document,
      item: resource?.item,
      target,
      code,
      consequence,
      severity,
      path,
      range: lines.range(span),
      offset: [span.start, span.end],
      message,
      why,
      remedy,
      source,
      fixes: finding.fixes().map((fix) => reportFix(fix, lines)),
      fingerprint: this.#fingerprints.of({
        file: this.#file,
        target,
        code,
        path,
        apiVersion: resource?.apiVersion ?? '',
        kind: resource?.kind ?? '',
        namespace: resource?.namespace ?? '',
        name: resource?.name ?? '',
      }),
    });
    return severity;
  }
}

function reportFix({ title, kind, edits, left }: Fix, lines: ReportedFile['lines']): ReportFix {
  return {
    title,
    kind,
    edits: edits.map(({ span, newText }) => ({
      range: lines.range(span),
      offset: [span.start, span.end],
      newText,
    })),
    left,
  };
}

function reportResource(file: string, judged: JudgedResource, writer: FileWriter): ReportResource {
  const { resource, verdicts } = judged;
  const targets: Record<string, ResourceVerdict> = {};
  for (const verdict of verdicts) {
    let worst: Severity | null = null;
    for (const finding of verdict.findings) {
      const severity = writer.write(finding, verdict.surface.name, resource.document, resource);
      if (severity !== undefined) worst = moreSevere(worst, severity);
    }
    targets[verdict.surface.name] = resourceVerdict(verdict, worst);
  }
  return {
    id: resourceId(file, resource),
    file,
    document: resource.document,
    item: resource.item,
    apiVersion: resource.apiVersion,
    kind: resource.kind,
    namespace: resource.namespace,
    name: resource.name,
    targets,
    ...(hasUnknownRules(judged) ? { unknownRules: true } : {}),
    ...(judged.isCreate === true ? { checkedAsCreate: true } : {}),
  };
}

function resourceVerdict({ availability, surface }: Verdict, worst: Severity | null): ResourceVerdict {
  if (availability.state === 'custom') return { served: null, storageVersion: null, worst };
  if (availability.state !== 'served') return { served: false, storageVersion: null, worst };
  const { group, resource, storageVersion } = availability.resource;
  return {
    served: true,
    storageVersion: storageVersion ?? surface.storageVersions.get(groupResource(group, resource)) ?? null,
    worst,
  };
}

function resourceId(file: string, { document, item }: ReportedResource): string {
  return item === undefined ? `${file}#${document}` : `${file}#${document}/${item}`;
}

/** A target as reports describe it. */
export function reportTarget({ surface, source, notes = [], support }: ReportedSurface): ReportTarget {
  const { versions, target } = surface;
  const preview = previewOf(surface);
  return {
    name: surface.name,
    binary: formatMinor(versions.binary),
    ...(preview === undefined ? {} : { preview }),
    emulation: formatMinor(versions.emulation),
    minCompatibility: formatMinor(versions.minCompatibility),
    runtimeConfig: target.runtimeConfig,
    featureGates: target.featureGates,
    source,
    ...(notes.length === 0 ? {} : { notes }),
    ...(support === undefined ? {} : { support: reportSupport(support) }),
  };
}

function reportSupport(window: SupportWindow): ReportSupport {
  const { provider, standard, extended, source } = window;
  return { provider, standard, extended: extended ?? null, says: describeWindow(window), source };
}
