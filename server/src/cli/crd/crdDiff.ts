import { refusedWrites } from '../../crd/evolution/refusals.ts';
import type { Change } from '../../crd/evolution/rule.ts';
import { severities } from '../../finding.ts';
import type { Style } from '../../report/style.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import type { FoundDefinition } from './crdSides.ts';

/** A definition with what its changes break. */
export interface DefinitionDiff extends FoundDefinition {
  /** There was none before. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
}

/** What `crd diff` has found. */
export interface CrdDiff {
  readonly target: string;
  /** Whether the target's server lets unchanged values stand on updates. */
  readonly ratchets: boolean;
  readonly definitions: readonly DefinitionDiff[];
  /** Definitions that are gone, and all their objects with them. */
  readonly removed: readonly FoundDefinition[];
}

/** The JSON of `schemas/crd-diff.schema.json`. */
export function crdDiffJson({ target, ratchets, definitions, removed }: CrdDiff, version: string): string {
  const changes = definitions.flatMap((each) => each.changes);
  const report = {
    schemaVersion: 1,
    tool: { name: 'kubecompat', version },
    target: { name: target, ratchets },
    definitions: definitions.map((each) => ({ ...named(each), new: each.isNew, changes: changesOf(each) })),
    removed: removed.map(named),
    summary: {
      definitions: definitions.length,
      changed: definitions.filter((each) => each.changes.length > 0).length,
      removed: removed.length,
      bySeverity: Object.fromEntries(
        severities.map((one) => [one, changes.filter(({ severity }) => severity === one).length]),
      ),
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

/** The changes for people, definition by definition, the most severe first. */
export function crdDiffText({ target, ratchets, definitions, removed }: CrdDiff, style: Style): string {
  const changed = definitions.filter(({ changes }) => changes.length > 0);
  const changes = changed.flatMap((each) => each.changes);
  const counts = severities.flatMap((one) => {
    const number = changes.filter(({ severity }) => severity === one).length;
    return number === 0
      ? []
      : [one === 'error' || one === 'warning' || one === 'hint' ? count(number, one) : `${number} ${one}`];
  });
  const outcome = [...counts, ...(removed.length === 0 ? [] : [`${count(removed.length, 'definition')} gone`])].join(
    ', ',
  );
  return [
    ...changed.map((each) => block(each, style)),
    ...removed.map(
      ({ file, definition: { group, kind } }) =>
        `${style('error', 'error')} ${kind}.${group} is gone (it was in ${printable(file)}): all its objects go with it\n`,
    ),
    `${outcome || 'nothing breaks'}; ${count(definitions.length, 'definition')} compared`,
    `${style('quiet', 'target')}  ${target}, which ${ratchets ? 'lets unchanged values stand' : 'validates every value'} on updates`,
    '',
  ].join('\n');
}

function block({ file, text, definition, changes }: DefinitionDiff, style: Style): string {
  const lines = new LineIndex(text);
  const sorted = [...changes].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const rows = sorted.map((change) => {
    const { rule, severity, breaks, version, span, message } = change;
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
  return [style('strong', `${definition.kind}.${definition.group}`), ...rows, ''].join('\n');
}
