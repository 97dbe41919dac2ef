import type { Severity } from '../finding.ts';
import type { ReportFormat } from './format.ts';
import { mergeFindings } from './mergeFindings.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

const commands: Readonly<Record<Severity, 'error' | 'warning' | 'notice'>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** Workflow commands of GitHub Actions, which shows them beside the lines of a pull request. */
export const github: ReportFormat = {
  name: 'github',
  needsSource: false,
  *render({ findings, notJudged }: WorkspaceReport) {
    for (const { finding, reasons } of mergeFindings(findings)) {
      const { severity, code, file, range, message, remedy } = finding;
      const properties = [
        `file=${property(file)}`,
        `line=${range.start.line + 1}`,
        `endLine=${range.end.line + 1}`,
        `col=${range.start.character + 1}`,
        `endColumn=${range.end.character + 1}`,
        `title=${property(code)}`,
      ];
      yield `::${commands[severity]} ${properties.join(',')}::${data([message, ...reasons.keys(), remedy].join('\n'))}\n`;
    }
    for (const { file, reason, detail } of notJudged) {
      if (reason === 'unreadable' || reason === 'broken-resource') {
        yield `::warning file=${property(file)},title=not judged::${data(detail)}\n`;
      }
    }
  },
};

/** The escapes of `@actions/core` for the text of a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
