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

/** The analysis of a file together with what builds have added. */
export function withAdded(analysis: Analysis, added: readonly AddedFinding[]): Analysis {
  if (added.length === 0) return analysis;
  const ofFile = added.filter(({ resource }) => resource === undefined);
  const resources = analysis.resources.map((one, index) => {
    const { document } = one.resource;
    const own = added.filter((each) => each.resource === index && each.document === document);
    if (own.length === 0) return one;
    const verdicts = one.verdicts.map((verdict) => {
      const more = own.filter(({ target }) => target === verdict.surface.name).map(({ finding }) => finding);
      return { ...verdict, findings: [...verdict.findings, ...more] };
    });
    return { ...one, verdicts };
  });
  return { ...analysis, resources, documentFindings: [...analysis.documentFindings, ...ofFile] };
}
