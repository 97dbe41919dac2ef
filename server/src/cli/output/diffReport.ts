import type { FactValue } from '../../catalog/conversionFacts.ts';
import type { Difference } from '../../compare/difference.ts';
import { type ReportedSurface, reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import { findingJson } from '../../report/findingJson.ts';
import { identityOf } from '../../report/identityOf.ts';
import type { Style } from '../../report/style.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { differenceBlock, findingText, type ResourceFile } from './differenceBlock.ts';

/** A difference with the file that it is in. */
export interface FileDifference extends Difference, ResourceFile {}

/** The result of `diff`. */
export interface DiffReport {
  readonly from: ReportedSurface;
  readonly to: ReportedSurface;
  /** How many resources were compared. */
  readonly resources: number;
  readonly differences: readonly FileDifference[];
}

/** The JSON of `schemas/diff.schema.json`. */
export function diffJson({ from, to, resources, differences }: DiffReport, version: string): string {
  const report = {
    schemaVersion: 1,
    tool: { name: 'kubecompat', version, catalogue: from.surface.catalog.version },
    from: reportTarget(from),
    to: reportTarget(to),
    differences: differences.map(describe),
    summary: { resources, different: differences.length },
  };
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

/** The differences for people, resource by resource. */
export function diffText({ from, to, resources, differences }: DiffReport, style: Style): string {
  const names = { from: from.surface.name, to: to.surface.name };
  return [
    ...differences.map((difference) => block(difference, names, style)),
    `${differences.length} of ${count(resources, 'resource')} ${differences.length === 1 ? 'differs' : 'differ'}`,
    `${style('quiet', 'from')}  ${describeTarget(reportTarget(from))}`,
    `${style('quiet', 'to')}    ${describeTarget(reportTarget(to))}`,
    '',
  ].join('\n');
}

function block(
  difference: FileDifference,
  names: { readonly from: string; readonly to: string },
  style: Style,
): string {
  const { resource, storageVersion, onlyAt, defaults } = difference;
  const rows = onlyAt.map(({ at, finding }) => `  only at ${names[at]}: ${findingText(finding, difference, style)}`);
  if (storageVersion.from !== null && storageVersion.to !== null && storageVersion.from !== storageVersion.to) {
    rows.push(`  stored as ${storageVersion.from} at ${names.from}, as ${storageVersion.to} at ${names.to}`);
  }
  for (const { path, from, to } of defaults) {
    const values = `${valueText(from)} at ${names.from}, ${valueText(to)} at ${names.to}`;
    rows.push(`  default of ${printable(path)}: ${values}`);
  }
  return differenceBlock(resource, difference, rows, style);
}

function valueText(value: FactValue | undefined): string {
  return value === undefined || value === null ? 'none' : JSON.stringify(value);
}

function describe({ file, lines, resource, served, storageVersion, onlyAt, defaults }: FileDifference) {
  return {
    ...identityOf(file, resource),
    served,
    storageVersion,
    onlyAt: onlyAt.map(({ at, finding }) => ({ at, ...findingJson(finding, lines) })),
    defaults: defaults.map(({ path, from, to }) => ({ path, from: from ?? null, to: to ?? null })),
  };
}
