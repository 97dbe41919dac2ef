import { type Finding, isError } from '../finding.ts';

/**
 * Without duplicate entries that another finding refuses in every request, and without warnings about entries that the
 * server refuses.
 */
export function withoutRepeatedEntries(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(({ code }) => code === 'duplicate-entry')) return findings;
  const isRefused = (entry: Finding) =>
    findings.some(
      (other) => other.code !== entry.code && isError(other) && `${other.path}.`.startsWith(`${entry.path}.`),
    );
  const refused = findings.filter((entry) => entry.code === 'duplicate-entry' && isError(entry));
  const isUnsent = ({ path }: Finding) => refused.some((entry) => `${path}.`.startsWith(`${entry.path}.`));
  return findings.filter((finding) =>
    finding.code === 'duplicate-entry' ? !isRefused(finding) : finding.code !== 'server-warning' || !isUnsent(finding),
  );
}
