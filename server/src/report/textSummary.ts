import type { Severity } from '../finding.ts';
import { printable } from '../text/displayWidth.ts';
import { describeTarget } from './describeTarget.ts';
import type { RenderContext } from './format.ts';
import type { ReportNotJudged, ReportNotJudgedReason, ReportTarget, WorkspaceReport } from './workspaceReport.ts';
import { count } from './wrap.ts';

const severities: readonly (readonly [Severity, (number: number) => string])[] = [
  ['error', (number) => count(number, 'error')],
  ['warning', (number) => count(number, 'warning')],
  ['information', (number) => `${number} information`],
  ['hint', (number) => count(number, 'hint')],
];

/** The reasons for which nothing was judged, in the order they are told; `list` names every place. */
const reasons: readonly { readonly reason: ReportNotJudgedReason; readonly label: string; readonly list: boolean }[] = [
  { reason: 'unreadable', label: 'could not be read', list: true },
  { reason: 'internal-error', label: 'this program failed on it', list: true },
  { reason: 'bad-configuration', label: 'under a configuration that is refused', list: true },
  { reason: 'broken-resource', label: 'should be a manifest and is broken', list: true },
  { reason: 'syntax-error', label: 'not YAML or JSON', list: false },
  { reason: 'template', label: 'a template that was not rendered', list: false },
  { reason: 'custom-resource', label: 'a custom resource whose definition is not known', list: false },
  { reason: 'not-a-resource', label: 'no API resource', list: false },
];

/** The last lines of the text output: how much was found, what could not be judged and why, and for which targets. */
export function textSummary(report: WorkspaceReport, { style }: RenderContext): string {
  const { summary, notJudged } = report;
  const found = severities
    .filter(([severity]) => summary.bySeverity[severity] > 0)
    .map(([severity, say]) => style(severity, say(summary.bySeverity[severity])));
  const looked = `${count(summary.resources, 'resource')} judged in ${count(summary.files, 'file')}`;
  const lines = [
    found.length === 0 ? `${style('good', 'nothing found')}; ${looked}` : `${found.join(', ')}; ${looked}`,
    ...reasons.flatMap(({ reason, label, list }) => {
      const entries = notJudged.filter((entry) => entry.reason === reason);
      if (entries.length === 0) return [];
      const head = `${style('quiet', 'not judged')}  ${count(entries.length, 'document')}: ${label}`;
      return list ? [head, ...entries.map((entry) => `  ${place(entry)}`)] : [head];
    }),
    ...report.targets.map((target) => targetLine(target, style)),
  ];
  return `${lines.join('\n')}\n`;
}

function place({ file, document, detail }: ReportNotJudged): string {
  return printable(`${file}${document === undefined ? '' : ` (document ${document + 1})`}: ${detail}`);
}

function targetLine(target: ReportTarget, style: RenderContext['style']): string {
  return `${style('quiet', 'target')}  ${describeTarget(target)} ${style('quiet', `(${target.source})`)}`;
}
