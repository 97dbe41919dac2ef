import type { NotJudged } from '../manifest/manifest.ts';
import type { Analysis } from './analysis.ts';

/**
 * Removes resources and findings from the analysis of a file that Helm skips; its documents are still counted.
 *
 * @param detail why it is skipped, a sentence.
 */
export function leftOut(analysis: Analysis, detail: string): Analysis {
  const { resources, notJudged, packed } = analysis;
  const all = [...notJudged, ...(packed?.notJudged ?? [])];
  const others = all.filter(({ reason }) => reason === 'not-a-resource');
  const objects = [...resources, ...(packed?.resources ?? [])].map(({ resource }) => resource);
  const documents = new Set(
    [...objects, ...all.filter((candidate) => !others.includes(candidate))].map((item) => item.document),
  );
  const skipped = [...documents].map((document): NotJudged => ({ document, reason: 'sub-chart-off', detail }));
  const empty = packed && { documents: packed.documents, resources: [], documentFindings: [], notJudged: [] };
  return {
    manifest: analysis.manifest,
    resources: [],
    documentFindings: [],
    notJudged: [...skipped, ...others],
    ...(empty === undefined ? {} : { packed: empty }),
  };
}
