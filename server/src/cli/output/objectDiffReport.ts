import type { ObjectChange } from '../../compare/objectChanges.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { type ReportedSurface, reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import { findingJson } from '../../report/findingJson.ts';
import { identityOf } from '../../report/identityOf.ts';
import type { Style } from '../../report/style.ts';
import { printable } from '../../text/displayWidth.ts';
import { differenceBlock, findingText, type ResourceFile } from './differenceBlock.ts';

/** The result of `diff --old`. */
export interface ObjectDiffReport {
  readonly targets: readonly ReportedSurface[];
  readonly changes: readonly ObjectChange[];
  readonly same: number;
  readonly fileOf: (resource: Resource) => ResourceFile;
}

/** More fields of an object than these are counted in text; JSON has all. */
const shownFields = 8;

/** The JSON of `schemas/object-diff.schema.json`. */
export function objectDiffJson({ targets, changes, same, fileOf }: ObjectDiffReport, version: string): string {
  const identity = (resource: Resource | undefined) =>
    resource === undefined ? null : identityOf(fileOf(resource).file, resource);
  const report = {
    schemaVersion: 1,
    tool: { name: 'kubecompat', version, catalogue: targets[0]?.surface.catalog.version ?? '' },
    targets: targets.map(reportTarget),
    changes: changes.map(({ change, old, now, fields, verdicts }) => ({
      change,
      old: identity(old),
      new: identity(now),
      fields,
      verdicts: verdicts
        .filter(({ appeared, gone }) => appeared.length + gone.length > 0)
        .map(({ target, appeared, gone }) => ({
          target,
          appeared: now === undefined ? [] : appeared.map((finding) => findingJson(finding, fileOf(now).lines)),
          gone: old === undefined ? [] : gone.map((finding) => findingJson(finding, fileOf(old).lines)),
        })),
    })),
    summary: { ...counts(changes), same },
  };
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

/** The differences for people, object by object. */
export function objectDiffText({ targets, changes, same, fileOf }: ObjectDiffReport, style: Style): string {
  const { added, removed, changed } = counts(changes);
  return [
    ...changes.map((change) => block(change, fileOf, style)),
    `${added} added, ${removed} removed, ${changed} changed, ${same} the same`,
    ...targets.map((target) => `${style('quiet', 'target')}  ${describeTarget(reportTarget(target))}`),
    '',
  ].join('\n');
}

function counts(changes: readonly ObjectChange[]) {
  const of = (kind: ObjectChange['change']) => changes.filter(({ change }) => change === kind).length;
  return { added: of('added'), removed: of('removed'), changed: of('changed') };
}

function block(
  { change, old, now, fields, verdicts }: ObjectChange,
  fileOf: ObjectDiffReport['fileOf'],
  style: Style,
): string {
  const resource = now ?? old;
  if (resource === undefined) return '';
  const at = fileOf(resource);
  const rows: string[] = change === 'changed' ? [] : [`  ${change}`];
  if (old !== undefined && now !== undefined && old.apiVersion !== now.apiVersion) {
    rows.push(`  apiVersion: was ${printable(old.apiVersion)}`);
  }
  for (const { target, appeared, gone } of verdicts) {
    for (const finding of appeared) rows.push(`  new at ${target}: ${findingText(finding, at, style)}`);
    for (const { code, consequence, message } of gone) {
      rows.push(`  gone at ${target}: ${consequence}${style('quiet', `[${code}]`)}: ${printable(message)}`);
    }
  }
  if (fields.length > 0) {
    const more = fields.length > shownFields ? ` and ${fields.length - shownFields} more` : '';
    rows.push(`  changed: ${fields.slice(0, shownFields).map(printable).join(', ')}${more}`);
  }
  return differenceBlock(resource, at, rows, style);
}
