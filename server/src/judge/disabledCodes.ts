import { levelOf, type SeverityPolicy } from '../config/severity.ts';
import type { Finding } from '../finding.ts';
import type { Analysis, JudgedResource } from './analysis.ts';

/** Removes the findings that severities turn off, for each target. */
export function withoutDisabledCodes(
  analysis: Analysis,
  severity: SeverityPolicy,
  targets: readonly string[],
): Analysis {
  if (!turnsOff(severity)) return analysis;
  const isOn = (finding: Finding, names: readonly string[]) =>
    names.some((name) => levelOf(severity, finding, name) !== 'off');
  const kept = ({ resource, verdicts }: JudgedResource): JudgedResource => ({
    resource,
    verdicts: verdicts.map((verdict) => ({
      ...verdict,
      findings: verdict.findings.filter((finding) => isOn(finding, [verdict.surface.name])),
    })),
  });
  const { resources, documentFindings, packed } = analysis;
  return {
    ...analysis,
    resources: resources.map(kept),
    documentFindings: documentFindings.filter(({ finding, target }) =>
      isOn(finding, target === undefined ? targets : [target]),
    ),
    ...(packed === undefined ? {} : { packed: { ...packed, resources: packed.resources.map(kept) } }),
  };
}

function turnsOff({ path, targets, general }: SeverityPolicy): boolean {
  return [path, general, ...targets.values()].some((levels) => [...levels.values()].includes('off'));
}
