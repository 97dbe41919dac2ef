import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver/node';
import type { Finding, Severity } from '../finding.ts';
import type { GroupedFinding, TargetFinding } from '../judge/groupFindings.ts';
import type { LineIndex } from '../text/lineIndex.ts';
import type { AppliedFile } from './targets.ts';

/** How diagnostics of this server name their origin. */
export const diagnosticSource = 'kubecompat';

/** The link to a code's explanation; undefined if there is none. */
export type ExplanationLink = (code: string) => string | undefined;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** What the diagnostics of a document depend on, beside its findings. */
interface DiagnosticContext {
  /** The number of targets; a single one is not named. */
  readonly targetCount: number;
  readonly link: ExplanationLink;
  /** Where the file is applied, if known. */
  readonly applied: AppliedFile | undefined;
}

/** The diagnostic of the targets' findings at one place. */
export function toDiagnostic(
  { severity, found, resource }: GroupedFinding,
  lines: LineIndex,
  { targetCount, link, applied }: DiagnosticContext,
): Diagnostic | undefined {
  const first = found[0]?.finding;
  if (first === undefined) return undefined;
  const href = link(first.code);
  const tags = tagsOf(first);
  const targets = found.flatMap((targetFinding) => targetFinding.targets);
  const clusters = applied?.clustersFor(targets) ?? [];
  return {
    range: lines.range(first.span),
    severity: severities[severity],
    code: first.code,
    ...(href === undefined ? {} : { codeDescription: { href } }),
    source: diagnosticSource,
    message: messageOf(found, targetCount > 1),
    ...(tags.length === 0 ? {} : { tags }),
    data: {
      path: first.path,
      consequence: first.consequence,
      source: first.source,
      targets,
      ...(resource === undefined ? {} : { resource: `${resource.kind} ${resource.name ?? ''}`.trim() }),
      ...(clusters.length === 0 ? {} : { clusters }),
    },
  };
}

/** A diagnostic of a whole file, on its first character. */
export function atStart(code: string, message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity: DiagnosticSeverity.Error, source: diagnosticSource, code, message };
}

/** A note on an open file that is no finding: views and reports do not count it. */
export function noteAtStart(code: string, message: string): Diagnostic {
  return { ...atStart(code, message), severity: DiagnosticSeverity.Information, data: { isNote: true } };
}

/** The message with targets, reason and remedy; each sentence once, however many targets share it. */
function messageOf(found: readonly TargetFinding[], named: boolean): string {
  const paragraphs = [...new Set(found.map(({ finding }) => finding.message))].map((message) => {
    const same = found.filter(({ finding }) => finding.message === message);
    const names = named ? same.flatMap(({ targets }) => targets) : [];
    const suffix = names.length === 0 ? '' : ` (${names.join(', ')})`;
    const reasons = new Set([...same.map(({ finding }) => finding.why), ...same.map(({ finding }) => finding.remedy)]);
    return [`${message}${suffix}`, ...reasons].filter((line) => line !== '').join('\n');
  });
  return paragraphs.join('\n\n');
}

function tagsOf({ code, consequence }: Finding): DiagnosticTag[] {
  if (consequence === 'dropped') return [DiagnosticTag.Unnecessary];
  return code === 'deprecated-api' ? [DiagnosticTag.Deprecated] : [];
}
