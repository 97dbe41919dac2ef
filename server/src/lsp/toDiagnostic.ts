import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver/node';
import type { Finding, Severity } from '../finding.ts';
import type { LineIndex } from '../text/lineIndex.ts';
import type { GroupedFinding, TargetFinding } from './groupFindings.ts';

/** How diagnostics of this server name their origin. */
export const diagnosticSource = 'kubecompat';

/** Where the explanation of a code can be opened; undefined where there is none. */
export type ExplanationLink = (code: string) => string | undefined;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/**
 * The diagnostic of what the targets found at one place.
 *
 * @param targetCount how many targets are in force; with one alone its name says nothing.
 */
export function toDiagnostic(
  { severity, found }: GroupedFinding,
  lines: LineIndex,
  targetCount: number,
  link: ExplanationLink,
): Diagnostic | undefined {
  const first = found[0]?.finding;
  if (first === undefined) return undefined;
  const href = link(first.code);
  const tags = tagsOf(first);
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
      targets: found.flatMap(({ targets }) => targets),
    },
  };
}

/** What concerns a file as a whole, on its first character. */
export function atStart(code: string, message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return { range: { start, end: start }, severity: DiagnosticSeverity.Error, source: diagnosticSource, code, message };
}

/** What is found, for which targets, why and what to do; each sentence once, however many targets share it. */
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
