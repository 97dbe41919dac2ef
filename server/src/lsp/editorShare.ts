import { reportShare } from '../report/share.ts';
import type { CoverageCounts, CoverageReason, ReasonShare, ReportShare } from '../report/workspaceReport.ts';

const definitions = 'Its quick fix "Add the definitions of \u2026" fetches the published ones, after you agree.';
const output =
  'In a trusted workspace, what helm and kustomize make of it is checked; the log says why they do not run.';

/** The remedies that an editor has itself, in place of commands. */
const remedies: Partial<Readonly<Record<CoverageReason, string>>> = {
  'custom-resource': definitions,
  'unknown-rules': definitions,
  template: output,
  values: output,
  'sub-chart-off': 'Turn the sub-chart on in the values (kubecompat.helm.values).',
};

/** How much was checked, as the command line counts it, with the remedies of an editor. */
export function editorShare(counts: CoverageCounts): ReportShare {
  const share = reportShare(counts);
  const inEditor = (of: ReasonShare): ReasonShare => ({ ...of, remedy: remedies[of.reason] ?? of.remedy });
  return { ...share, inPart: share.inPart.map(inEditor), notJudged: share.notJudged.map(inEditor) };
}
