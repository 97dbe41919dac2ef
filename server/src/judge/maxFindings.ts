import type { Emit } from '../checks/check.ts';
import type { Finding } from '../finding.ts';
import type { Analysis, DocumentFinding, JudgedResource } from './analysis.ts';

/**
 * The number of listed findings per code and target in one file. Texts of a few megabytes can have hundreds of thousands;
 * one further finding has the number of the unlisted ones.
 */
const maxOfCode = 2_000;

/** Collects the findings of checks on one resource for one target, bounded. */
export class FindingList {
  readonly #findings: Finding[] = [];
  /** The number of findings per code. */
  readonly #counts = new Map<string, number>();
  /** The number of unlisted findings per code. */
  readonly #unlisted = new Map<string, number>();

  /** Adds a finding, or only counts it. */
  readonly report: Emit = (finding) => {
    const { more = 0, ...single } = finding;
    const { code } = single;
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    // One above the limit: it has the number of the others.
    const isKept = count <= maxOfCode + 1;
    if (isKept) this.#findings.push(more > 0 ? single : finding);
    if (!isKept || more > 0) this.#unlisted.set(code, (this.#unlisted.get(code) ?? 0) + more + (isKept ? 0 : 1));
  };

  /** The findings in the order of the text. */
  inOrder(): readonly Finding[] {
    const findings = this.#findings;
    if (findings.length > 1) findings.sort((a, b) => a.span.start - b.span.start);
    if (findings.length <= maxOfCode) return findings;
    const remaining = new Map(this.#unlisted);
    for (let i = findings.length - 1; i >= 0 && remaining.size > 0; i--) {
      const finding = findings[i];
      const more = finding && remaining.get(finding.code);
      if (finding === undefined || more === undefined) continue;
      findings[i] = { ...finding, more };
      remaining.delete(finding.code);
    }
    return findings;
  }
}

/** Limits the findings per code and target; the last one has the number of the others. */
export function limitFindings(analysis: Analysis): Analysis {
  const { resources, documentFindings, packed } = analysis;
  const all = [...resources, ...(packed?.resources ?? [])];
  const allDocumentFindings = [...documentFindings, ...(packed?.documentFindings ?? [])];
  if (allDocumentFindings.length + countOf(all) <= maxOfCode) return analysis;
  const findings = [
    ...allDocumentFindings.map(({ finding, target = '' }) => ({ finding, target })),
    ...all.flatMap(({ verdicts }) =>
      verdicts.flatMap((verdict) => verdict.findings.map((finding) => ({ finding, target: verdict.surface.name }))),
    ),
  ];
  const groups = new Map<string, Finding[]>();
  for (const { finding, target } of findings) {
    const key = `${finding.code} ${target}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  const replacements = new Map<Finding, Finding | undefined>();
  for (const group of groups.values()) {
    const more = group.reduce((sum, finding) => sum + (finding.more ?? 0), group.length - maxOfCode - 1);
    if (group.length <= maxOfCode) continue;
    group.forEach((finding, at) => {
      if (at >= maxOfCode) replacements.set(finding, at === maxOfCode ? withCount(finding, more) : undefined);
    });
  }
  if (replacements.size === 0) return analysis;
  const limitedFindings = (finding: Finding): readonly Finding[] => {
    const other = replacements.has(finding) ? replacements.get(finding) : finding;
    return other === undefined ? [] : [other];
  };
  const inResource = (judgedResource: JudgedResource): JudgedResource => ({
    ...judgedResource,
    verdicts: judgedResource.verdicts.map((verdict) => ({
      ...verdict,
      findings: verdict.findings.flatMap(limitedFindings),
    })),
  });
  const inDocument = (documentFinding: DocumentFinding) =>
    limitedFindings(documentFinding.finding).map((finding) => ({ ...documentFinding, finding }));
  const limited = <Part extends Pick<Analysis, 'resources' | 'documentFindings'>>(part: Part): Part => ({
    ...part,
    resources: part.resources.map(inResource),
    documentFindings: part.documentFindings.flatMap(inDocument),
  });
  return { ...limited(analysis), ...(packed === undefined ? {} : { packed: limited(packed) }) };
}

function countOf(resources: readonly JudgedResource[]): number {
  let count = 0;
  for (const { verdicts } of resources) for (const { findings } of verdicts) count += findings.length;
  return count;
}

function withCount(finding: Finding, more: number): Finding {
  if (more <= 0) return finding;
  return {
    ...finding,
    more,
    message: `${finding.message} (and ${more} more of ${finding.code} that are not listed)`,
  };
}
