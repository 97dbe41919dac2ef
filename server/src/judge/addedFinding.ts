import { evolutionRules } from '../crd/evolution/registry.ts';
import { type Finding, findingWithFixesLater } from '../finding.ts';
import { listedNames } from '../text/listedNames.ts';
import type { Analysis } from './analysis.ts';

/** A finding that a kustomization build adds to a file. Plain data, valid for the text that it was found in. */
export interface AddedFinding {
  /** The index of the resource in the file; undefined for a whole document. */
  readonly resource: number | undefined;
  readonly document: number;
  readonly target: string;
  readonly finding: Finding;
}

/** The findings of kustomization builds in a text. */
export interface BuildResultsOfText {
  /** Findings that only the builds show. */
  readonly added: readonly AddedFinding[];
  /**
   * The names of the builds that confirm a finding of the text, by its key ({@link keyOfFinding}). Builds alone decide if
   * this is set, which needs everything that is built from the text.
   */
  readonly confirmed: ReadonlyMap<string, readonly string[]> | undefined;
  /** The number of builds. */
  readonly builds: number;
}

/** No build results. */
export const noBuilds: BuildResultsOfText = { added: [], confirmed: undefined, builds: 0 };

/** A key that identifies a finding within a file. @param resource the index of the resource in the file. */
export function keyOfFinding(resource: number, target: string, { code, path }: Pick<Finding, 'code' | 'path'>): string {
  return JSON.stringify([resource, target, code, path]);
}

/** Adds the findings of builds to the analysis of a file. */
export function withAdded(analysis: Analysis, { added }: BuildResultsOfText): Analysis {
  if (added.length === 0) return analysis;
  const ofFile = added.filter(({ resource }) => resource === undefined);
  const resources = analysis.resources.map((resource, index) => {
    const { document } = resource.resource;
    const ofResource = added.filter(
      (addedFinding) => addedFinding.resource === index && addedFinding.document === document,
    );
    if (ofResource.length === 0) return resource;
    const verdicts = resource.verdicts.map((verdict) => {
      const more = ofResource.filter(({ target }) => target === verdict.surface.name).map(({ finding }) => finding);
      return { ...verdict, findings: [...verdict.findings, ...more] };
    });
    return { ...resource, verdicts };
  });
  return { ...analysis, resources, documentFindings: [...analysis.documentFindings, ...ofFile] };
}

/**
 * Removes the findings that no build confirms, where builds decide. Findings about the text itself stay, because builds
 * do not show them.
 */
export function decidedByBuilds(analysis: Analysis, { added, confirmed, builds }: BuildResultsOfText): Analysis {
  if (confirmed === undefined) return analysis;
  const reported = new Set<string>();
  for (const { resource, target, finding } of added) {
    if (resource !== undefined) reported.add(keyOfFinding(resource, target, finding));
  }
  const resources = analysis.resources.map((resource, index) => {
    if (resource.resource.embedded !== undefined) return resource;
    const verdicts = resource.verdicts.map((verdict) => {
      const target = verdict.surface.name;
      const findings = verdict.findings.flatMap((finding): readonly Finding[] => {
        const key = keyOfFinding(index, target, finding);
        const buildNames = confirmed.get(key);
        if (buildNames !== undefined) return [buildNames.length < builds ? ofBuilds(finding, buildNames) : finding];
        return codesOfText.has(finding.code) || reported.has(key) ? [finding] : [];
      });
      return { ...verdict, findings };
    });
    return { ...resource, verdicts };
  });
  const documentFindings = analysis.documentFindings.filter(({ finding }) => finding.unlessBuilt !== true);
  return { ...analysis, resources, documentFindings };
}

/** Adds to the reason of a finding which builds have it. */
function ofBuilds(finding: Finding, names: readonly string[]): Finding {
  const why = `${finding.why} It is in the output of ${listedNames(names)}, not in that of the other builds.`;
  return findingWithFixesLater(finding, finding.fixes, { why });
}

/** Codes of findings on the text of a file or on neighbouring files, which builds cannot show. */
export const codesOfText: ReadonlySet<string> = new Set([
  'duplicate-field',
  'shadowed-definition',
  ...evolutionRules.map(({ code }) => code),
]);
