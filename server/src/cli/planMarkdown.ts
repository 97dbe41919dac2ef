import { reportTarget } from '../report/buildReport.ts';
import { describeTarget } from '../report/describeTarget.ts';
import { printable } from '../text/displayWidth.ts';
import type { PlanReport } from './planReport.ts';
import { defaultsOnTheWay, sectionsOf, stepAdvice, stepTitle, wayBackLines } from './planSections.ts';
import { summaryLine } from './planText.ts';

/** A plan as a page: for a ticket, or for the people who carry it out. */
export function planMarkdown(report: PlanReport): string {
  const { plan, affected, from, to } = report;
  const parts = [
    `# From ${inline(from.surface.name)} to ${inline(to.surface.name)}\n`,
    `**${inline(summaryLine(report))}**\n`,
    `- from ${inline(describeTarget(reportTarget(from)))}\n- to ${inline(describeTarget(reportTarget(to)))}\n`,
  ];
  for (const [index, step] of plan.steps.entries()) {
    parts.push(`## ${index + 1}. ${inline(stepTitle(step))}\n`, `${inline(stepAdvice(step))}\n`);
    const here = affected.flatMap((one) => one.steps.filter((by) => by.step === index).map((by) => ({ one, by })));
    if (here.length > 0) parts.push('### Manifests\n');
    for (const { one, by } of here) {
      const { resource, file, lines } = one;
      const line = lines.position(resource.apiVersionSpan.start).line + 1;
      const name = [resource.namespace, resource.name].filter((part) => part !== undefined).join('/');
      const what = `\`${inCode(`${file}:${line}`)}\` ${inline(`${resource.apiVersion} ${resource.kind} ${name}`.trimEnd())}`;
      parts.push(`- [ ] ${by.mustChange ? '**must change before this step**' : 'changes with this step'}: ${what}`);
      for (const { code, message, remedy } of by.findings) {
        parts.push(`  - \`${code}\` ${inline(message)} ${inline(remedy)}`);
      }
    }
    if (here.length > 0) parts.push('');
    for (const { title, lines } of sectionsOf(step)) {
      parts.push(`<details><summary>${title}: ${lines.length}</summary>\n`);
      parts.push(...lines.map((line) => `- ${inline(line)}`), '\n</details>\n');
    }
    parts.push(...wayBackLines(step).map((line) => `> ${inline(line)}`), '');
  }
  const defaults = defaultsOnTheWay(plan);
  if (defaults.lines.length > 0)
    parts.push(`## ${defaults.title}\n`, ...defaults.lines.map((line) => `- ${inline(line)}`));
  return `${parts.join('\n').trimEnd()}\n`;
}

/** Text of manifests that Markdown and HTML must not take for their own. */
function inline(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

function inCode(text: string): string {
  return printable(text).replaceAll('`', "'");
}
