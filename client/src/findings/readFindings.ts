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
      if ((severity === DiagnosticSeverity.Hint && code === dimming) || isNote(diagnostic)) return [];
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
          path: pathOf(diagnostic),
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

/** The server marks notes in the data of its diagnostics. */
function isNote(diagnostic: Diagnostic): boolean {
  const data: unknown = 'data' in diagnostic ? diagnostic.data : undefined;
  return typeof data === 'object' && data !== null && 'isNote' in data && data.isNote === true;
}

/** The server puts the path of the field into the data of its diagnostics. */
function pathOf(diagnostic: Diagnostic): string {
  const data: unknown = 'data' in diagnostic ? diagnostic.data : undefined;
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;
  return typeof path === 'string' ? path : '';
}

/** The server puts the names of targets and clusters into the data of its diagnostics. */
function namesIn(diagnostic: Diagnostic, field: 'targets' | 'clusters'): readonly string[] {
  const data: unknown = 'data' in diagnostic ? diagnostic.data : undefined;
  const names = typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === field) : [];
  const [, list] = names ?? [];
  return Array.isArray(list) ? [...new Set(list.filter((name) => typeof name === 'string'))] : [];
}
