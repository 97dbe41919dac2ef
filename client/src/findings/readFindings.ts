import { type Diagnostic, DiagnosticSeverity, languages, workspace } from 'vscode';
import type { Finding, Severity } from './finding.ts';

const source = 'kubecompat';

/** The code of the hints that dim branches of templates; a branch that no target takes also has a finding. */
const dimming = 'untaken-branch';

/** The findings in the editor's diagnostics, of open and other files; notes on open files are none. */
export function currentFindings(): readonly Finding[] {
  return languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    const ours = diagnostics.filter((diagnostic) => diagnostic.source === source);
    if (ours.length === 0) return [];
    const file = workspace.asRelativePath(uri);
    return ours.flatMap((diagnostic): Finding[] => {
      const { range, message, severity } = diagnostic;
      const code = codeOf(diagnostic);
      if ((severity === DiagnosticSeverity.Hint && code === dimming) || dataOf(diagnostic, 'isNote') === true)
        return [];
      const span = { start: range.start, end: range.end };
      return [
        {
          uri: uri.toString(),
          file,
          ...span,
          severity: severityOf(severity),
          code,
          message,
          targets: namesIn(diagnostic, 'targets'),
          clusters: namesIn(diagnostic, 'clusters'),
          resource: textOf(diagnostic, 'resource'),
          path: textOf(diagnostic, 'path'),
        },
      ];
    });
  });
}

/** The code of a diagnostic, without its link. */
export function codeOf({ code }: Diagnostic): string {
  return String(typeof code === 'object' ? code.value : (code ?? ''));
}

function severityOf(severity: DiagnosticSeverity): Severity {
  switch (severity) {
    case DiagnosticSeverity.Error:
      return 'error';
    case DiagnosticSeverity.Warning:
      return 'warning';
    case DiagnosticSeverity.Information:
      return 'information';
    case DiagnosticSeverity.Hint:
      return 'hint';
  }
}

/** What the server puts into the data of its diagnostics besides what every editor shows; undefined if absent. */
function dataOf(diagnostic: Diagnostic, field: 'isNote' | TextField | 'targets' | 'clusters'): unknown {
  const data: unknown = 'data' in diagnostic ? diagnostic.data : undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.entries(data).find(([key]) => key === field)?.[1];
}

type TextField = 'path' | 'resource';

function textOf(diagnostic: Diagnostic, field: TextField): string {
  const text = dataOf(diagnostic, field);
  return typeof text === 'string' ? text : '';
}

function namesIn(diagnostic: Diagnostic, field: 'targets' | 'clusters'): readonly string[] {
  const list = dataOf(diagnostic, field);
  return Array.isArray(list) ? [...new Set(list.filter((name) => typeof name === 'string'))] : [];
}
