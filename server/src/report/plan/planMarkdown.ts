import type { Step } from '../../plan/plan.ts';
import { printable } from '../../text/displayWidth.ts';
import { reportTarget } from '../buildReport.ts';
import { describeTarget } from '../describeTarget.ts';
import {
  backText,
  changeText,
  fixCommand,
  lineOf,
  type ManifestAtStep,
  manifestName,
  manifestsAt,
  manifestsOnTheWayBack,
} from './manifestLines.ts';
import { type MigrationAdvice, type MigrationGroup, migrationGroups } from './migrationAdvice.ts';
import type { AffectedResource, PlanReport } from './planReport.ts';
import { defaultsOnTheWay, sectionsOf, stepAdvice, stepTitle, wayBackLines } from './planSections.ts';
import { summaryLine } from './planText.ts';

/** A plan as a page: for a ticket, or for the people who carry it out. */
export function planMarkdown(report: PlanReport): string {
  const { plan, from, to } = report;
  const storage = migrationGroups(plan, report.definitions);
  const defaults = defaultsOnTheWay(plan);
  const parts = [
    `# From ${inline(from.surface.name)} to ${inline(to.surface.name)}\n`,
    `**${inline(summaryLine(report))}**\n`,
    `- from ${inline(describeTarget(reportTarget(from)))}\n- to ${inline(describeTarget(reportTarget(to)))}\n`,
    ...plan.steps.flatMap((step, index) => stepParts(step, index, report)),
    ...(storage.length === 0 ? [] : ['## Storage\n', ...storage.flatMap(groupParts)]),
    ...(defaults.lines.length === 0
      ? []
      : [`## ${defaults.title}\n`, ...defaults.lines.map((line) => `- ${inline(line)}`)]),
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}

function stepParts(step: Step, index: number, { plan, affected }: PlanReport): readonly string[] {
  const here = manifestsAt(affected, index);
  const back = manifestsOnTheWayBack(affected, index);
  return [
    `## ${index + 1}. ${inline(stepTitle(step))}\n`,
    `${inline(stepAdvice(step))}\n`,
    ...(here.length === 0
      ? []
      : ['### Manifests\n', ...here.flatMap((one) => manifestParts(one, fixCommand(plan, one))), '']),
    ...sectionsOf(plan, index).flatMap(({ title, lines }) => [
      `<details><summary>${title}: ${lines.length}</summary>\n`,
      ...lines.map((line) => `- ${inline(line)}`),
      '\n</details>\n',
    ]),
    ...wayBackLines(step).map((line) => `> ${inline(line)}`),
    ...back.map((one) => `> - ${place(one.manifest)} ${inline(backText(one))}`),
    '',
  ];
}

function manifestParts(one: ManifestAtStep, command: string | undefined): readonly string[] {
  const { by, manifest } = one;
  const change = changeText(by);
  return [
    `- [ ] ${by.mustChange ? '**must change before this step**' : 'changes with this step'}: ${place(manifest)}`,
    ...by.findings.map(({ code, message, remedy }) => `  - \`${code}\` ${inline(message)} ${inline(remedy)}`),
    ...(change === undefined ? [] : [`  - ${inline(change)}${command === undefined ? '' : ` \`${inCode(command)}\``}`]),
  ];
}

function groupParts({ title, lines, migrations }: MigrationGroup): readonly string[] {
  return [`### ${inline(title)}\n`, ...lines.map((line) => `${inline(line)}\n`), ...migrations.flatMap(adviceParts)];
}

function adviceParts({ title, lines, manifest, commands }: MigrationAdvice): readonly string[] {
  return [
    `- [ ] ${inline(title)}`,
    ...lines.map((line) => `  - ${inline(line)}`),
    ...(manifest === undefined ? [] : ['', ...fenced('yaml', manifest.trimEnd().split('\n'))]),
    ...(commands.length === 0 ? [] : ['', ...fenced('sh', commands)]),
    '',
  ];
}

/** Manifests and commands of ours hold names of the workspace, none of which can hold backquotes or line breaks. */
function fenced(language: string, lines: readonly string[]): readonly string[] {
  return [`  \`\`\`${language}`, ...lines.map((line) => `  ${inCode(line)}`), '  ```'];
}

function place(manifest: AffectedResource): string {
  return `\`${inCode(`${manifest.file}:${lineOf(manifest) + 1}`)}\` ${inline(manifestName(manifest))}`;
}

/** Text of manifests that Markdown and HTML must not take for their own. */
function inline(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

function inCode(text: string): string {
  return printable(text).replaceAll('`', "'");
}
