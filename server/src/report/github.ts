import type { Severity } from '../finding.ts';
import { printable } from '../text/displayWidth.ts';
import type { ReportFormat } from './format.ts';
import { mayHideManifest } from './mayHideManifest.ts';
import { type MergedFinding, mergedByFile } from './mergeFindings.ts';
import { judgedOf, shareParagraph } from './share.ts';
import type { WorkspaceReport } from './workspaceReport.ts';
import { count } from './wrap.ts';

type Command = 'error' | 'warning' | 'notice';

const commands: Readonly<Record<Severity, Command>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** GitHub shows at most this many annotations of each kind per step. */
const maxShown = 10;

/**
 * Workflow commands of GitHub Actions, which annotate the lines of a pull request. A log group lists findings beyond
 * GitHub's limits. The first line has the number of judged resources.
 */
export const github: ReportFormat = {
  name: 'github',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const { coverage } = report.summary;
    const shown: Record<Command, number> = { error: 0, warning: 0, notice: 0 };
    const share = shareParagraph(coverage);
    if (share === undefined) yield `${judgedOf(coverage)}\n`;
    else {
      yield `::notice title=${property(judgedOf(coverage))}::${data(share)}\n`;
      shown.notice++;
    }
    const unshown: string[] = [];
    for (const merged of mergedByFile(report)) {
      const command = commands[merged.finding.severity];
      if (shown[command]++ < maxShown) yield annotation(command, merged);
      else unshown.push(logLine(merged));
    }
    for (const { file, reason, detail } of report.notJudged) {
      if (!mayHideManifest(reason)) continue;
      if (shown.warning++ < maxShown) {
        yield `::warning file=${property(file)},title=not checked::${data(detail)}\n`;
      } else unshown.push(printable(`- ${file}: not checked: ${detail}`));
    }
    if (unshown.length === 0) return;
    yield `::group::${count(unshown.length, 'more finding')}\n`;
    for (const line of unshown) yield `${line}\n`;
    yield '::endgroup::\n';
  },
};

function annotation(command: Command, { finding, reasons }: MergedFinding): string {
  const { code, file, range, message, remedy } = finding;
  const properties = [
    `file=${property(file)}`,
    `line=${range.start.line + 1}`,
    `endLine=${range.end.line + 1}`,
    `col=${range.start.character + 1}`,
    `endColumn=${range.end.character + 1}`,
    `title=${property(code)}`,
  ];
  return `::${command} ${properties.join(',')}::${data([message, ...reasons.keys(), remedy].join('\n'))}\n`;
}

function logLine({ finding: { file, range, severity, code, message } }: MergedFinding): string {
  return printable(`- ${file}:${range.start.line + 1}:${range.start.character + 1} ${severity} ${code}: ${message}`);
}

/** The escapes of `@actions/core` for the text of a command. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
