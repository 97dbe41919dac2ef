import { levelOf, type SeverityPolicy } from '../config/severity.ts';
import { type Finding, type Severity, severities } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Analysis } from './analysis.ts';

/** The findings of several targets at one place: one diagnostic. */
export interface GroupedFinding {
  readonly severity: Severity;
  /** The resource that it is about; undefined for a document. */
  readonly resource: Resource | undefined;
  /** The findings, in the order of the targets; all with the same code, path and span. At least one. */
  readonly found: readonly TargetFinding[];
}

/** A finding of some targets in the same words. */
export interface TargetFinding {
  readonly finding: Finding;
  /** The names of the targets; empty if it holds for any target. */
  readonly targets: readonly string[];
}

/**
 * Groups the findings of all targets by code and place. A group has the severity of its most severe finding.
 *
 * @param severity the configured severities.
 */
export function groupFindings(analysis: Analysis, severity: SeverityPolicy): readonly GroupedFinding[] {
  const groups = new Map<string, Group>();
  const add = (finding: Finding, target: string | undefined, resource?: Resource) => {
    const level = levelOf(severity, finding, target);
    if (level === 'off') return;
    const key = `${finding.code}\n${finding.span.start}\n${finding.span.end}\n${finding.path}`;
    const group = groups.get(key) ?? new Group(resource);
    groups.set(key, group);
    group.add(finding, target, level);
  };
  const { packed } = analysis;
  for (const { finding, target } of [...analysis.documentFindings, ...(packed?.documentFindings ?? [])]) {
    add(finding, target);
  }
  for (const { resource, verdicts } of [...analysis.resources, ...(packed?.resources ?? [])]) {
    for (const { surface, findings } of verdicts) for (const finding of findings) add(finding, surface.name, resource);
  }
  return [...groups.values()];
}

class Group implements GroupedFinding {
  severity: Severity = 'hint';
  readonly found: { finding: Finding; targets: string[] }[] = [];
  readonly resource: Resource | undefined;

  constructor(resource: Resource | undefined) {
    this.resource = resource;
  }

  add(finding: Finding, target: string | undefined, severity: Severity): void {
    if (severities.indexOf(severity) < severities.indexOf(this.severity)) this.severity = severity;
    const same = this.found.find(({ finding: other }) => sameWords(other, finding));
    if (same === undefined) this.found.push({ finding, targets: target === undefined ? [] : [target] });
    else if (target !== undefined && !same.targets.includes(target)) same.targets.push(target);
  }
}

function sameWords(a: Finding, b: Finding): boolean {
  return a.message === b.message && a.why === b.why && a.remedy === b.remedy;
}
