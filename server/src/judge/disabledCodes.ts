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
  const withoutDisabled = (judged: JudgedResource): JudgedResource => ({
    ...judged,
    verdicts: judged.verdicts.map((verdict) => ({
      ...verdict,
      findings: verdict.findings.filter((finding) => isOn(finding, [verdict.surface.name])),
    })),
  });
  const keptIn = <Part extends Pick<Analysis, 'resources' | 'documentFindings'>>(part: Part): Part => ({
    ...part,
    resources: part.resources.map(withoutDisabled),
    documentFindings: part.documentFindings.filter(({ finding, target }) =>
      isOn(finding, target === undefined ? targets : [target]),
    ),
  });
  const { packed } = analysis;
  return { ...keptIn(analysis), ...(packed === undefined ? {} : { packed: keptIn(packed) }) };
}

function turnsOff({ path, targets, general }: SeverityPolicy): boolean {
  return [path, general, ...targets.values()].some((levels) => [...levels.values()].includes('off'));
}
