import { refusedWrites } from '../../crd/evolution/refusals.ts';
import type { Change } from '../../crd/evolution/rule.ts';
import { type Severity, severities } from '../../finding.ts';
import type { Style } from '../../report/style.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { grouped } from '../../text/grouped.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import type { FoundDefinition } from './crdSides.ts';

/** A definition with what its changes break. */
export interface DefinitionDiff extends FoundDefinition {
  /** There was none before. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
}

/** The result of `crd diff`. */
export interface CrdDiff {
  readonly target: string;
  /** Whether the target's server accepts unchanged values on updates. */
  readonly ratchets: boolean;
  readonly definitions: readonly DefinitionDiff[];
  /** Definitions that are gone, and all their objects with them. */
  readonly removed: readonly FoundDefinition[];
}

/** The JSON of `schemas/crd-diff.schema.json`. */
export function crdDiffJson({ target, ratchets, definitions, removed }: CrdDiff, version: string): string {
  const changes = definitions.flatMap((definition) => definition.changes);
  const report = {
    schemaVersion: 1,
    tool: { name: 'kubecompat', version },
    target: { name: target, ratchets },
    definitions: definitions.map((definition) => ({
      ...named(definition),
      new: definition.isNew,
      changes: changesOf(definition),
    })),
    removed: removed.map(named),
    summary: {
      definitions: definitions.length,
      changed: definitions.filter((definition) => definition.changes.length > 0).length,
      removed: removed.length,
      bySeverity: Object.fromEntries(
        severities.map((item) => [item, changes.filter(({ severity }) => severity === item).length]),
      ),
      byCode: codeCounts(definitions).map(({ code, severity, changes, kinds }) => ({
        code,
        severity,
        changes,
        definitions: kinds,
      })),
    },
  };
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

function named({ file, definition: { group, kind } }: FoundDefinition) {
  return { file, group, kind };
}

function changesOf({ text, changes }: DefinitionDiff) {
  const lines = new LineIndex(text);
  return changes.map(({ rule, severity, breaks, refuses, version, path, span, message }) => ({
    code: rule.code,
    severity,
    breaks,
    ...(refuses === undefined ? {} : { refuses }),
    ...(version === undefined ? {} : { version }),
    path: formatPath(path),
    range: lines.range(span),
    offset: [span.start, span.end],
    message,
    why: rule.why,
    remedy: rule.remedy,
    source: rule.source,
  }));
}

/** How often a code was found with a severity, and in how many definitions. */
interface CodeCount {
  readonly code: string;
  readonly severity: Severity;
  readonly changes: number;
  readonly kinds: number;
}

/** The most severe first, and of these the most frequent. */
function codeCounts(definitions: readonly DefinitionDiff[]): readonly CodeCount[] {
  const found = definitions.flatMap((definition) => definition.changes.map((change) => ({ each: definition, change })));
  const byCode = grouped(found.map((item) => [`${item.change.severity} ${item.change.rule.code}`, item]));
  const counts = [...byCode.values()].flatMap((all): CodeCount[] => {
    const [first] = all;
    if (first === undefined) return [];
    const { rule, severity } = first.change;
    return [{ code: rule.code, severity, changes: all.length, kinds: new Set(all.map(({ each }) => each)).size }];
  });
  return counts.sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.changes - a.changes,
  );
}

/** The changes for people, the most severe of all definitions first, and the counts by code. */
export function crdDiffText({ target, ratchets, definitions, removed }: CrdDiff, style: Style): string {
  const changes = definitions.flatMap((definition) => definition.changes);
  const counts = severities.flatMap((item) => {
    const number = changes.filter(({ severity }) => severity === item).length;
    return number === 0
      ? []
      : [item === 'error' || item === 'warning' || item === 'hint' ? count(number, item) : `${number} ${item}`];
  });
  const outcome = [...counts, ...(removed.length === 0 ? [] : [`${count(removed.length, 'definition')} removed`])].join(
    ', ',
  );
  return [
    ...removed.map(
      ({ file, definition: { group, kind } }) =>
        `${style('error', 'error')} ${kind}.${group} was removed (it was in ${printable(file)}): all its objects are deleted with it\n`,
    ),
    ...severities.flatMap((severity) => definitions.flatMap((definition) => block(definition, severity, style))),
    `${outcome || 'nothing breaks'}; ${count(definitions.length, 'definition')} compared`,
    ...codeCounts(definitions).map(
      ({ code, severity, changes: number, kinds }) =>
        `  ${style(severity, severity)}${style('quiet', `[${code}]`)} ${number} in ${count(kinds, 'definition')}`,
    ),
    `${style('quiet', 'target')}  ${target}, which ${ratchets ? 'accepts unchanged values' : 'validates every value'} on updates`,
    '',
  ].join('\n');
}

/** The changes of a definition with a severity, under its name; empty if there are none. */
function block({ file, text, definition, changes }: DefinitionDiff, severity: Severity, style: Style): string[] {
  const lines = new LineIndex(text);
  const rows = changes
    .filter((change) => change.severity === severity)
    .map((change) => {
      const { rule, breaks, version, span, message } = change;
      const refused = refusedWrites(change);
      const where = `${printable(file)}:${lines.position(span.start).line + 1}`;
      const of = version === undefined ? '' : `${version} `;
      return [
        `  ${style(severity, severity)}${style('quiet', `[${rule.code}]`)} ${of}${printable(message)}`,
        `    ${style('quiet', 'at')}      ${where}`,
        `    ${style('quiet', 'breaks')}  ${breaks.join(', ')}`,
        ...(refused === undefined ? [] : [`    ${style('quiet', 'refuses')} ${refused}`]),
      ].join('\n');
    });
  return rows.length === 0 ? [] : [style('strong', `${definition.kind}.${definition.group}`), ...rows, ''];
}
