import { severityOf } from '../../finding.ts';
import { printable } from '../../text/displayWidth.ts';
import { grouped } from '../../text/grouped.ts';
import type { Style } from '../style.ts';
import { manifestTitle } from './manifestLines.ts';
import type { MigrationAdvice, MigrationGroup } from './migrationAdvice.ts';
import { type ManifestOutline, type ManifestSummary, planOutline, type StepOutline } from './planOutline.ts';
import type { PlanReport } from './planReport.ts';
import type { Section } from './section.ts';

/** The maximum number of lines of a section; the other formats have all of them. */
const maxLines = 12;

/** A plan for people, step by step. */
export function planText(report: PlanReport, style: Style): string {
  const { refusedNow, steps, storage, defaults, summary, from, to } = planOutline(report);
  const lines = refusedLines(refusedNow, style);
  lines.push(...steps.flatMap((step) => [...stepLines(step, steps.length, style), '']));
  if (storage.length > 0)
    lines.push(
      style('strong', 'Storage'),
      ...storage.flatMap((migrationGroup) => groupLines(migrationGroup, style)),
      '',
    );
  if (defaults.lines.length > 0) lines.push(...sectionLines(defaults, style).map((line) => line.slice(2)), '');
  lines.push(summary, `${style('quiet', 'from')}  ${from}`, `${style('quiet', 'to')}    ${to}`, '');
  return lines.join('\n');
}

function refusedLines(refusedNow: readonly ManifestSummary[], style: Style): string[] {
  if (refusedNow.length === 0) return [];
  const shown = refusedNow
    .slice(0, maxLines)
    .flatMap(({ manifest, why }) => [
      `  ${style('error', 'already refused')} ${printable(manifestTitle(manifest))}`,
      `      ${printable(why)}`,
    ]);
  const more = refusedNow.length - maxLines;
  return [
    style('strong', 'Before the first step'),
    ...shown,
    ...(more > 0 ? [`  ${style('quiet', `and ${more} more (--format json)`)}`] : []),
    '',
  ];
}

function stepLines(step: StepOutline, steps: number, style: Style): readonly string[] {
  const { title, open, lines } = step.rollback;
  const [word = '', ...more] = lines;
  const good = open ? 'good' : 'warning';
  return [
    style('strong', `${step.number} of ${steps}  ${printable(step.title)}`),
    `  ${style('quiet', step.advice)}`,
    ...step.manifests.flatMap((manifest) => manifestLines(manifest, style)),
    ...step.sections.flatMap((section) => sectionLines(section, style)),
    ...[`${title}: ${word}`, ...more].map((line) => `  ${style(good, printable(line))}`),
    ...step.rolledBack.flatMap(({ manifest, outcome, isCostly, why }) => [
      `    ${style(isCostly ? 'warning' : 'good', outcome)} ${printable(manifestTitle(manifest))}`,
      `      ${printable(why)}`,
    ]),
  ];
}

function sectionLines({ title, lines }: Section, style: Style): readonly string[] {
  const shown = lines.slice(0, maxLines).map((line) => `    ${printable(line)}`);
  const more =
    lines.length > maxLines ? [`    ${style('quiet', `and ${lines.length - maxLines} more (--format json)`)}`] : [];
  return [`  ${title}: ${lines.length}`, ...shown, ...more];
}

function manifestLines(
  { manifest, mustChange, word, findings, change, command }: ManifestOutline,
  style: Style,
): readonly string[] {
  const rows = findings.map(({ consequence, code, message }) => {
    const what = `${style(severityOf[consequence], consequence)}${style('quiet', `[${code}]`)}`;
    return `      ${what} ${printable(message)}`;
  });
  return [
    `  ${style(mustChange ? 'error' : 'warning', word)} ${printable(manifestTitle(manifest))}`,
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
    ...(written ? [`    ${style('good', '--write-migrations=DIR writes the manifests for this.')}`] : []),
    ...groupAlike(migrations).flatMap((group) => migrationLines(group, style)),
  ];
}

/** Groups migrations with equal texts, and commands that differ only in names. */
function groupAlike(migrations: readonly MigrationAdvice[]): readonly (readonly MigrationAdvice[])[] {
  return [
    ...grouped(
      migrations.map((migration) => [[migration.commands.length, ...migration.lines].join('\n'), migration]),
    ).values(),
  ];
}

/** All titles, the common text, and the commands of the first migration. */
function migrationLines(all: readonly MigrationAdvice[], style: Style): readonly string[] {
  const [first] = all;
  if (first === undefined) return [];
  const more = all.length - maxLines;
  const example =
    first.commands.length === 0 || all.length === 1
      ? []
      : ['To run, for the first of them; --format json has the commands of each:'];
  return [
    ...all.slice(0, maxLines).map(({ title }) => `    ${printable(title)}`),
    ...(more > 0 ? [`    ${style('quiet', `and ${more} more (--format json)`)}`] : []),
    ...first.lines.map((line) => `      ${style('quiet', printable(line))}`),
    ...example.map((line) => `      ${style('quiet', line)}`),
    ...first.commands.map((line) => `      ${printable(line)}`),
  ];
}
