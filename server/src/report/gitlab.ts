import type { Severity } from '../finding.ts';
import type { ReportFormat } from './format.ts';
import { mergedByFile } from './mergeFindings.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/**
 * GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format): a JSON list
 * of issues that merge requests show beside their lines. The fingerprint of a finding of several targets is the first's.
 */
export const gitlab: ReportFormat = {
  name: 'gitlab',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const issues = Array.from(mergedByFile(report), ({ finding, reasons }) => {
      const { code, severity, file, range, message, remedy, fingerprint } = finding;
      return {
        description: [message, ...reasons.keys(), remedy].join(' '),
        check_name: code,
        fingerprint,
        severity: severities[severity],
        location: { path: file, lines: { begin: range.start.line + 1, end: range.end.line + 1 } },
      };
    });
    yield `${JSON.stringify(issues, undefined, 2)}\n`;
  },
};
