import type { Finding } from '../../finding.ts';
import type { Analysis, JudgedResource } from '../../judge/analysis.ts';
import { builtFrom } from '../../kustomize/origin.ts';
import { type Located, locate } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { type FileReport, reportFile } from '../../report/buildReport.ts';
import { compareFindings } from '../../report/order.ts';
import { moreSevere } from '../../report/summarize.ts';
import type { ReportResource } from '../../report/workspaceReport.ts';
import { Suppressor } from '../../suppress/suppress.ts';
import type { Span } from '../../text/span.ts';
import type { FileSettings } from '../settings/targetSelection.ts';

/** A file that something was built from, with what is said of it by itself, and what came up in the build. */
export interface SourceFile {
  readonly analysis: Analysis;
  readonly report: FileReport;
  readonly added: AddedFinding[];
}

/** A finding that a build adds to a file; without a resource it is about a document as a whole. */
export interface AddedFinding {
  readonly resource: Resource | undefined;
  readonly document: number;
  readonly target: string;
  readonly finding: Finding;
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
 * @param patches files whose patches may have gone into it.
 * @returns whether the finding has found its place.
 */
export function placeFinding(
  { built, target, finding }: BuiltFinding,
  origin: SourceFile,
  patches: readonly SourceFile[],
): boolean {
  const source = builtFrom(
    built,
    origin.analysis.resources.flatMap(({ resource }) => (resource.part === undefined ? [resource] : [])),
  );
  if (source === undefined) return false;
  const own = locate(source.root, finding.path);
  // A patch says these to name the object that it changes.
  const names = /^(?:apiVersion|kind|metadata\.name|metadata\.namespace)$/.test(finding.path);
  const writers = (names ? [] : patches).flatMap((file) =>
    file.analysis.resources.flatMap(({ resource }) => {
      const at = resource.part !== undefined && isPartOf(resource, source) ? locate(resource.root, finding.path) : own;
      return at !== own && at.exact ? [{ file, resource, at }] : [];
    }),
  );
  // The last patch that writes a value decides it.
  const writer = writers.at(-1) ?? { file: origin, resource: source, at: own };
  const isKey = spanIs(finding.span, locate(built.root, finding.path).key);
  add(writer.file, writer.resource, target, { ...finding, span: spanOf(writer.at, isKey), fixes: [] });
  return true;
}

function isPartOf({ kind, name, part }: Resource, source: Resource): boolean {
  return kind === source.kind && (part?.of !== undefined || name === source.name);
}

function spanOf({ node, key, exact }: Located, isKey: boolean): Span {
  const { start, end } = exact && !isKey && node.kind === 'scalar' && node.end > node.start ? node : key;
  return { start, end };
}

function spanIs(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** Adds a finding that the file does not have yet. */
function add(file: SourceFile, resource: Resource, target: string, finding: Finding): void {
  const { document, item } = resource;
  const known = file.report.findings.some(
    (one) =>
      one.target === target &&
      one.code === finding.code &&
      one.path === finding.path &&
      one.document === document &&
      one.item === item,
  );
  const again = file.added.some(
    (one) =>
      one.resource === resource &&
      one.target === target &&
      one.finding.path === finding.path &&
      one.finding.message === finding.message,
  );
  if (!known && !again) file.added.push({ resource, document, target, finding });
}

/** The report on a file together with what builds have added, apart from what comments of the file ignore. */
export function withAdded(
  { analysis, report, added: all }: SourceFile,
  { file, settings }: { readonly file: string; readonly settings: FileSettings },
  today: string,
): FileReport {
  const suppressor = new Suppressor(analysis, today);
  const added = all.filter(({ finding }) => suppressor.keeps(finding));
  const resources = analysis.resources.map(({ resource, verdicts }): JudgedResource => {
    const own = added.filter((one) => one.resource === resource);
    const findingsOf = (name: string) => own.flatMap(({ target, finding }) => (target === name ? [finding] : []));
    return { resource, verdicts: verdicts.map((one) => ({ ...one, findings: findingsOf(one.surface.name) })) };
  });
  const isTold = (span: Span) =>
    report.findings.some(({ code, offset }) => code === 'expired-suppression' && offset[0] === span.start);
  const documentFindings = [
    ...added.filter(({ resource }) => resource === undefined),
    ...suppressor.expired().filter(({ finding }) => !isTold(finding.span)),
  ];
  const more = reportFile({ file, analysis: { ...analysis, resources, documentFindings }, ...settings });
  // What ignored nothing in the file by itself may ignore what is built from it.
  const stillUnused = ({ code, offset }: FileReport['findings'][number]) =>
    code !== 'unused-suppression' || !suppressor.usesAt(offset[0]);
  const rows = new Map(more.resources.map((row) => [row.id, row]));
  return {
    ...report,
    resources: report.resources.map((row) => worstOf(row, rows.get(row.id))),
    findings: [...report.findings.filter(stillUnused), ...more.findings].sort(compareFindings),
    suppressed: report.suppressed + suppressor.count,
  };
}

/** The row of a resource with what is worst in one or the other report. */
function worstOf(row: ReportResource, other: ReportResource | undefined): ReportResource {
  const targets = Object.entries(row.targets).map(([name, verdict]) => {
    const worst = other?.targets[name]?.worst ?? null;
    return [name, { ...verdict, worst: worst === null ? verdict.worst : moreSevere(verdict.worst, worst) }];
  });
  return { ...row, targets: Object.fromEntries(targets) };
}
