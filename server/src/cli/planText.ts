import { severityOf } from '../finding.ts';
import { reportTarget } from '../report/buildReport.ts';
import { describeTarget } from '../report/describeTarget.ts';
import type { Style } from '../report/style.ts';
import { count } from '../report/wrap.ts';
import { printable } from '../text/displayWidth.ts';
import { type AffectedResource, openUntil, type PlanReport } from './planReport.ts';
import { defaultsOnTheWay, type Section, sectionsOf, stepAdvice, stepTitle, wayBackLines } from './planSections.ts';

/** More lines than these are counted, not listed; JSON and Markdown have all of them. */
const maxLines = 12;

/** A plan for people, step by step. */
export function planText(report: PlanReport, style: Style): string {
  const { plan, affected, from, to } = report;
  const lines: string[] = [];
  for (const [index, step] of plan.steps.entries()) {
    lines.push(style('strong', `${index + 1} of ${plan.steps.length}  ${printable(stepTitle(step))}`));
    lines.push(`  ${style('quiet', stepAdvice(step))}`);
    for (const resource of affected) lines.push(...affectedLines(resource, index, style));
    for (const section of sectionsOf(step)) lines.push(...sectionLines(section, style));
    for (const line of wayBackLines(step))
      lines.push(`  ${style(step.wayBack.open ? 'good' : 'warning', printable(line))}`);
    lines.push('');
  }
  const defaults = defaultsOnTheWay(plan);
  if (defaults.lines.length > 0) lines.push(...sectionLines(defaults, style).map((line) => line.slice(2)), '');
  lines.push(summaryLine(report));
  lines.push(`${style('quiet', 'from')}  ${describeTarget(reportTarget(from))}`);
  lines.push(`${style('quiet', 'to')}    ${describeTarget(reportTarget(to))}`, '');
  return lines.join('\n');
}

function sectionLines({ title, lines }: Section, style: Style): readonly string[] {
  const shown = lines.slice(0, maxLines).map((line) => `    ${printable(line)}`);
  const more =
    lines.length > maxLines ? [`    ${style('quiet', `and ${lines.length - maxLines} more (--format json)`)}`] : [];
  return [`  ${title}: ${lines.length}`, ...shown, ...more];
}

function affectedLines(
  { file, lines, resource, steps }: AffectedResource,
  index: number,
  style: Style,
): readonly string[] {
  return steps
    .filter(({ step }) => step === index)
    .flatMap(({ findings, mustChange }) => {
      const name = [resource.namespace, resource.name].filter((part) => part !== undefined).join('/');
      const line = lines.position(resource.apiVersionSpan.start).line + 1;
      const title = `${file}:${line} ${resource.apiVersion} ${resource.kind} ${name}`.trimEnd();
      const word = mustChange ? style('error', 'must change before') : style('warning', 'changes with');
      const rows = findings.map(({ consequence, code, message }) => {
        const what = `${style(severityOf[consequence], consequence)}${style('quiet', `[${code}]`)}`;
        return `      ${what} ${printable(message)}`;
      });
      return [`  ${word} ${printable(title)}`, ...rows];
    });
}

/** How many steps, until which of them the way back is open, and how many manifests have to change. */
export function summaryLine({ plan, affected, resources }: PlanReport): string {
  const { steps } = plan;
  if (steps.length === 0) return 'Nothing to do: both are the same server.';
  const until = openUntil(plan);
  const back =
    until === steps.length
      ? 'the way back stays open'
      : until === 0
        ? 'the first step closes the way back'
        : `the way back is open until step ${until}`;
  const must = affected.filter((one) => one.steps.some(({ mustChange }) => mustChange)).length;
  const judged = resources === 0 ? '' : `; ${must} of ${count(resources, 'resource')} must change on the way`;
  return `${count(steps.length, 'step')}; ${back}${judged}`;
}
