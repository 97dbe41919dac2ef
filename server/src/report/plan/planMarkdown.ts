import { printable } from '../../text/displayWidth.ts';
import { lineOf, manifestName } from './manifestLines.ts';
import type { MigrationAdvice, MigrationGroup } from './migrationAdvice.ts';
import { type ManifestOutline, planOutline, type StepOutline } from './planOutline.ts';
import type { AffectedResource, PlanReport } from './planReport.ts';

/** A plan as Markdown with check boxes, for a ticket or a page. */
export function planMarkdown(report: PlanReport): string {
  const { title, summary, from, to, refusedNow, steps, storage, defaults } = planOutline(report);
  const parts = [
    `# ${inline(title)}\n`,
    `**${inline(summary)}**\n`,
    `- from ${inline(from)}\n- to ${inline(to)}\n`,
    ...(refusedNow.length === 0
      ? []
      : [
          '## Already refused\n',
          ...refusedNow.map(({ manifest, why }) => `- ${locationOf(manifest)}: ${inline(why)}`),
          '',
        ]),
    ...steps.flatMap(stepParts),
    ...(storage.length === 0 ? [] : ['## Storage\n', ...storage.flatMap(groupParts)]),
    ...(defaults.lines.length === 0
      ? []
      : [`## ${defaults.title}\n`, ...defaults.lines.map((line) => `- ${inline(line)}`)]),
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}

function stepParts({
  number,
  title,
  advice,
  manifests,
  sections,
  rollback,
  rolledBack,
}: StepOutline): readonly string[] {
  return [
    `## ${number}. ${inline(title)}\n`,
    `${inline(advice)}\n`,
    ...(manifests.length === 0 ? [] : ['### Manifests\n', ...manifests.flatMap(manifestParts), '']),
    ...sections.flatMap((section) => [
      `<details><summary>${section.title}: ${section.lines.length}</summary>\n`,
      ...section.lines.map((line) => `- ${inline(line)}`),
      '\n</details>\n',
    ]),
    `> ${inline(`${rollback.title}: ${rollback.lines.join(' ')}`)}`,
    ...rolledBack.map(({ manifest, outcome, why }) => `> - **${outcome}**: ${locationOf(manifest)} ${inline(why)}`),
    '',
  ];
}

function manifestParts({ manifest, mustChange, word, findings, change, command }: ManifestOutline): readonly string[] {
  return [
    `- [ ] ${mustChange ? `**${word} this step**` : `${word} this step`}: ${locationOf(manifest)}`,
    ...findings.map(({ code, message, remedy }) => `  - \`${code}\` ${inline(message)} ${inline(remedy)}`),
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

/** A code block within a list. The names of the workspace in it have neither backquotes nor line breaks. */
function fenced(language: string, lines: readonly string[]): readonly string[] {
  return [`  \`\`\`${language}`, ...lines.map((line) => `  ${inCode(line)}`), '  ```'];
}

function locationOf(manifest: AffectedResource): string {
  return `\`${inCode(`${manifest.file}:${lineOf(manifest) + 1}`)}\` ${inline(manifestName(manifest))}`;
}

/** Escapes text of manifests for Markdown and HTML. */
function inline(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

function inCode(text: string): string {
  return printable(text).replaceAll('`', "'");
}
