import { severityOf } from '../../finding.ts';
import type { Step } from '../../plan/plan.ts';
import { printable } from '../../text/displayWidth.ts';
import { reportTarget } from '../buildReport.ts';
import { describeTarget } from '../describeTarget.ts';
import type { Style } from '../style.ts';
import { count } from '../wrap.ts';
import {
  backText,
  changeText,
  fixCommand,
  type ManifestAtStep,
  manifestsAt,
  manifestsOnTheWayBack,
  manifestTitle,
} from './manifestLines.ts';
import { type MigrationGroup, migrationGroups } from './migrationAdvice.ts';
import { openUntil, type PlanReport } from './planReport.ts';
import { defaultsOnTheWay, type Section, sectionsOf, stepAdvice, stepTitle, wayBackLines } from './planSections.ts';

/** More lines than these are counted, not listed; the other formats have all of them. */
const maxLines = 12;

/** A plan for people, step by step. */
export function planText(report: PlanReport, style: Style): string {
  const { plan, from, to } = report;
  const lines = plan.steps.flatMap((step, index) => [...stepLines(step, index, report, style), '']);
  const storage = migrationGroups(plan, report.definitions);
  if (storage.length > 0)
    lines.push(style('strong', 'Storage'), ...storage.flatMap((one) => groupLines(one, style)), '');
  const defaults = defaultsOnTheWay(plan);
  if (defaults.lines.length > 0) lines.push(...sectionLines(defaults, style).map((line) => line.slice(2)), '');
  lines.push(summaryLine(report));
  lines.push(`${style('quiet', 'from')}  ${describeTarget(reportTarget(from))}`);
  lines.push(`${style('quiet', 'to')}    ${describeTarget(reportTarget(to))}`, '');
  return lines.join('\n');
}

function stepLines(step: Step, index: number, { plan, affected }: PlanReport, style: Style): readonly string[] {
  const good = step.wayBack.open ? 'good' : 'warning';
  return [
    style('strong', `${index + 1} of ${plan.steps.length}  ${printable(stepTitle(step))}`),
    `  ${style('quiet', stepAdvice(step))}`,
    ...manifestsAt(affected, index).flatMap((one) => affectedLines(one, fixCommand(plan, one), style)),
    ...sectionsOf(plan, index).flatMap((section) => sectionLines(section, style)),
    ...wayBackLines(step).map((line) => `  ${style(good, printable(line))}`),
    ...manifestsOnTheWayBack(affected, index).flatMap((one) => [
      `  ${style('warning', 'no way back for')} ${printable(manifestTitle(one.manifest))}`,
      `      ${printable(backText(one))}`,
    ]),
  ];
}

function sectionLines({ title, lines }: Section, style: Style): readonly string[] {
  const shown = lines.slice(0, maxLines).map((line) => `    ${printable(line)}`);
  const more =
    lines.length > maxLines ? [`    ${style('quiet', `and ${lines.length - maxLines} more (--format json)`)}`] : [];
  return [`  ${title}: ${lines.length}`, ...shown, ...more];
}

function affectedLines(one: ManifestAtStep, command: string | undefined, style: Style): readonly string[] {
  const { by, manifest } = one;
  const word = by.mustChange ? style('error', 'must change before') : style('warning', 'changes with');
  const rows = by.findings.map(({ consequence, code, message }) => {
    const what = `${style(severityOf[consequence], consequence)}${style('quiet', `[${code}]`)}`;
    return `      ${what} ${printable(message)}`;
  });
  const change = changeText(by);
  return [
    `  ${word} ${printable(manifestTitle(manifest))}`,
    ...rows,
    ...(change === undefined ? [] : [`      ${change}`]),
    ...(command === undefined ? [] : [`      ${style('quiet', printable(command))}`]),
  ];
}

function groupLines({ title, lines, migrations }: MigrationGroup, style: Style): readonly string[] {
  const written = migrations.some(({ manifest }) => manifest !== undefined);
  return [
    `  ${printable(title)}${migrations.length === 0 ? '' : `: ${migrations.length}`}`,
    ...lines.map((line) => `    ${style('quiet', printable(line))}`),
    ...(written ? [`    ${style('good', '--write-migrations=DIR writes the manifests that do it.')}`] : []),
    ...migrations.flatMap((one) => [
      `    ${printable(one.title)}`,
      ...one.lines.map((line) => `      ${style('quiet', printable(line))}`),
      ...one.commands.map((line) => `      ${printable(line)}`),
    ]),
  ];
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
