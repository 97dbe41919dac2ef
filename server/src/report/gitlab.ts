import type { Severity } from '../finding.ts';
import { digest } from './fingerprint.ts';
import type { ReportFormat } from './format.ts';
import { mergedByFile } from './mergeFindings.ts';
import { judgedOf, shareLines } from './share.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  information: 'info',
  hint: 'info',
};

/**
 * GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format): a JSON
 * list of issues, which merge requests show beside lines. A finding at several targets has the first one's fingerprint.
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
    yield `${JSON.stringify([...issues, ...unjudgedIssues(report)], undefined, 2)}\n`;
  },
};

/** An issue for each reason why resources were not judged. Issues need a location: it is the first affected file. */
function unjudgedIssues({ notJudged, resources, summary: { coverage } }: WorkspaceReport) {
  const partly = coverage.inPart.filter(({ reason }) => reason === 'unknown-rules');
  return [...coverage.notJudged, ...partly].flatMap((reasonShare) => {
    const isPart = reasonShare.reason === 'unknown-rules';
    const first = isPart
      ? resources.find(({ unknownRules }) => unknownRules === true)
      : notJudged.find(({ reason }) => reason === reasonShare.reason);
    if (first === undefined) return [];
    const lines = shareLines({
      ...coverage,
      inPart: isPart ? [reasonShare] : [],
      notJudged: isPart ? [] : [reasonShare],
    });
    return lines.map(({ text, remedy }) => ({
      description: [`${judgedOf(coverage)}; ${text}.`, remedy ?? ''].join(' ').trimEnd(),
      check_name: 'not-judged',
      fingerprint: digest(`not-judged\n${reasonShare.reason}`),
      severity: 'info',
      location: { path: first.file, lines: { begin: 1, end: 1 } },
    }));
  });
}
