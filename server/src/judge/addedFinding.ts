import { evolutionRules } from '../crd/evolution/registry.ts';
import type { Finding } from '../finding.ts';
import type { Analysis } from './analysis.ts';

/** A finding that a build adds to a file. Plain data, good for the text that it was found with. */
export interface AddedFinding {
  /** Which of the file's resources it is about; undefined for a document as a whole. */
  readonly resource: number | undefined;
  readonly document: number;
  readonly target: string;
  readonly finding: Finding;
}

/** What builds of kustomizations say of a text. */
export interface BuildResultsOfText {
  /** What they find in it that it does not show by itself. */
  readonly added: readonly AddedFinding[];
  /**
   * What they have of the findings that it has by itself ({@link keyOfFinding}), where everything that is built of it was
   * built: then builds alone decide. Undefined where they do not.
   */
  readonly confirmed: ReadonlySet<string> | undefined;
}

/** No build says anything. */
export const noBuilds: BuildResultsOfText = { added: [], confirmed: undefined };

/** Tells a finding of a resource of a file from all others. @param resource which of the file's resources it is about. */
export function keyOfFinding(resource: number, target: string, { code, path }: Pick<Finding, 'code' | 'path'>): string {
  return JSON.stringify([resource, target, code, path]);
}

/** The analysis of a file together with what builds have added. */
export function withAdded(analysis: Analysis, { added }: BuildResultsOfText): Analysis {
  if (added.length === 0) return analysis;
  const ofFile = added.filter(({ resource }) => resource === undefined);
  const resources = analysis.resources.map((resource, index) => {
    const { document } = resource.resource;
    const own = added.filter((addedFinding) => addedFinding.resource === index && addedFinding.document === document);
    if (own.length === 0) return resource;
    const verdicts = resource.verdicts.map((verdict) => {
      const more = own.filter(({ target }) => target === verdict.surface.name).map(({ finding }) => finding);
      return { ...verdict, findings: [...verdict.findings, ...more] };
    });
    return { ...resource, verdicts };
  });
  return { ...analysis, resources, documentFindings: [...analysis.documentFindings, ...ofFile] };
}

/**
 * The analysis of a file without what no build has, where builds decide. What is a matter of the text alone stays: a build
 * shows nothing of it.
 */
export function decidedByBuilds(analysis: Analysis, { added, confirmed }: BuildResultsOfText): Analysis {
  if (confirmed === undefined) return analysis;
  const reported = new Set(confirmed);
  for (const { resource, target, finding } of added) {
    if (resource !== undefined) reported.add(keyOfFinding(resource, target, finding));
  }
  const resources = analysis.resources.map((resource, index) => {
    if (resource.resource.embedded !== undefined) return resource;
    const verdicts = resource.verdicts.map((verdict) => {
      const target = verdict.surface.name;
      const findings = verdict.findings.filter(
        (finding) => codesOfText.has(finding.code) || reported.has(keyOfFinding(index, target, finding)),
      );
      return findings.length === verdict.findings.length ? verdict : { ...verdict, findings };
    });
    return { ...resource, verdicts };
  });
  const documentFindings = analysis.documentFindings.filter(({ finding }) => finding.unlessBuilt !== true);
  return { ...analysis, resources, documentFindings };
}

/** Findings on the text of a file, or on files beside each other: what is built shows nothing of them. */
export const codesOfText: ReadonlySet<string> = new Set([
  'duplicate-field',
  'shadowed-definition',
  ...evolutionRules.map(({ code }) => code),
]);
