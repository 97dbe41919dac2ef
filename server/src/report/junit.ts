import type { ReportFormat } from './format.ts';
import { mayHideManifest } from './mayHideManifest.ts';
import { type MergedFinding, mergeFindings } from './mergeFindings.ts';
import { reasonText } from './notJudgedReasons.ts';
import { isUnjudged, judgedOf, shareParagraph } from './share.ts';
import type { ReportNotJudged, WorkspaceReport } from './workspaceReport.ts';

/**
 * JUnit XML for CI servers: a suite per file, a case per resource, a failure for findings of severity error. Other
 * findings are in the case's output. Documents that were not judged are errors or skipped. The first suite, without
 * cases, has the number of judged resources.
 */
export const junit: ReportFormat = {
  name: 'junit',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const suites = suitesOf(report);
    const cases = [...suites.values()].flat();
    yield '<?xml version="1.0" encoding="UTF-8"?>\n';
    yield `<testsuites name="kubecompat"${counts(cases)}>\n`;
    yield* shareSuite(report);
    for (const [file, cases] of suites) {
      yield `  <testsuite name="${attribute(file)}"${counts(cases)}>\n`;
      for (const item of cases) yield* renderCase(file, item);
      yield '  </testsuite>\n';
    }
    yield '</testsuites>\n';
  },
};

function* shareSuite({ summary: { coverage } }: WorkspaceReport): Iterable<string> {
  yield `  <testsuite name="resources checked"${counts([])}>\n    <properties>\n`;
  yield `      <property name="resources" value="${coverage.resources}"/>\n`;
  yield `      <property name="judged" value="${coverage.judged}"/>\n    </properties>\n`;
  yield `    <system-out>${content(shareParagraph(coverage) ?? judgedOf(coverage))}</system-out>\n  </testsuite>\n`;
}

interface Case {
  readonly name: string;
  readonly findings: readonly MergedFinding[];
  readonly problem?: { readonly as: 'error' | 'skipped'; readonly text: string };
}

function suitesOf({ resources, findings, notJudged }: WorkspaceReport): ReadonlyMap<string, readonly Case[]> {
  const suites = new Map<string, Case[]>();
  const add = (file: string, testCase: Case) => {
    const known = suites.get(file);
    if (known === undefined) suites.set(file, [testCase]);
    else known.push(testCase);
  };
  const byResource = new Map<string, MergedFinding[]>();
  const ofFiles: MergedFinding[] = [];
  for (const merged of mergeFindings(findings)) {
    const { resource } = merged.finding;
    if (resource === undefined) ofFiles.push(merged);
    else byResource.set(resource, [...(byResource.get(resource) ?? []), merged]);
  }
  const unknown = new Map(
    notJudged.filter(isUnknownKind).map((entry) => [`${entry.file}#${entry.document ?? ''}`, entry]),
  );
  for (const resource of resources) {
    const { id, file, document, kind, namespace, name } = resource;
    const title = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name ?? '(no name)'} ${id.slice(file.length)}`;
    const problem = isUnjudged(resource) ? skipped(unknown.get(`${file}#${document}`)) : undefined;
    add(file, { name: title, findings: byResource.get(id) ?? [], ...(problem === undefined ? {} : { problem }) });
  }
  for (const merged of ofFiles)
    add(merged.finding.file, { name: `document ${merged.finding.document}`, findings: [merged] });
  const reported = new Set(ofFiles.map(({ finding: { file, document } }) => `${file}#${document}`));
  for (const entry of notJudged) {
    const { file, document, reason } = entry;
    if (isUnknownKind(entry) || reported.has(`${file}#${document ?? ''}`)) continue;
    const as = mayHideManifest(reason) ? 'error' : 'skipped';
    const name = document === undefined ? 'file' : `document ${document}`;
    add(file, { name, findings: [], problem: { as, text: problemText(entry) } });
  }
  return suites;
}

/** Whether an entry is about a resource of unknown kind, whose case is skipped. */
function isUnknownKind({ reason }: ReportNotJudged): boolean {
  return reason === 'custom-resource';
}

function skipped(entry: ReportNotJudged | undefined): Case['problem'] {
  return entry && { as: 'skipped', text: problemText(entry) };
}

function problemText({ reason, detail }: ReportNotJudged): string {
  const { remedy } = reasonText(reason);
  return `${reason}: ${detail}${remedy === undefined ? '' : `. ${remedy}`}`;
}

function counts(cases: readonly Case[]): string {
  const failures = cases.filter(({ findings }) => findings.some(isFailure)).length;
  const errors = cases.filter(({ problem }) => problem?.as === 'error').length;
  const skipped = cases.filter(({ problem }) => problem?.as === 'skipped').length;
  return ` tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function isFailure({ finding }: MergedFinding): boolean {
  return finding.severity === 'error';
}

function* renderCase(file: string, { name, findings, problem }: Case): Iterable<string> {
  const lines = findings.map(describe);
  yield `    <testcase classname="${attribute(file)}" name="${attribute(name)}"`;
  if (lines.length === 0 && problem === undefined) {
    yield '/>\n';
    return;
  }
  yield '>\n';
  if (problem !== undefined) yield `      <${problem.as} message="${attribute(problem.text)}"/>\n`;
  const failures = findings.filter(isFailure);
  const [first] = failures;
  if (first !== undefined) {
    const { code, message } = first.finding;
    yield `      <failure type="${attribute(code)}" message="${attribute(message)}">`;
    yield `${content(failures.map(describe).join('\n'))}</failure>\n`;
  }
  const others = findings.filter((finding) => !isFailure(finding)).map(describe);
  if (others.length > 0) yield `      <system-out>${content(others.join('\n'))}</system-out>\n`;
  yield '    </testcase>\n';
}

function describe({ finding, reasons }: MergedFinding): string {
  const { file, range, severity, code, message, remedy } = finding;
  const location = `${file}:${range.start.line + 1}:${range.start.character + 1}`;
  return [`${location} ${severity} ${code}: ${message}`, ...reasons.keys(), remedy].join('\n  ');
}

function attribute(text: string): string {
  return content(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** XML 1.0 does not allow most control characters and lone surrogates, not even escaped. */
function content(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
