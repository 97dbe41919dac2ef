import { addCounts } from './coverage.ts';
import { reasonText } from './notJudgedReasons.ts';
import { reasonsOf } from './share.ts';
import type { ReasonCounts, ReportCoverage } from './workspaceReport.ts';
import { count } from './wrap.ts';

/** One line about charts or kustomizations. */
export interface CoverageLine {
  /** `chart`, `kustomizations` */
  readonly label: string;
  readonly text: string;
}

/** A line for each chart and kustomization; with more than `max` of a kind, the last line sums up the others. */
export function coverageLines(coverage: readonly ReportCoverage[], max: number): readonly CoverageLine[] {
  return (['chart', 'kustomization'] as const).flatMap((kind) => {
    const all = coverage.filter((reportCoverage) => reportCoverage.kind === kind);
    const shown = all.slice(0, all.length > max ? max - 1 : max);
    const others = all.slice(shown.length);
    const lines = shown.map((reportCoverage) => ({
      label: kind,
      text: `${reportCoverage.file}: ${coverageMethod(reportCoverage)}; ${documentsJudged(reportCoverage)}`,
    }));
    return others.length === 0 ? lines : [...lines, { label: kind, text: sumLine(others, lines.length > 0) }];
  });
}

function sumLine(all: readonly ReportCoverage[], followsOthers: boolean): string {
  const complete = all.filter(({ targets }) => Object.values(targets).every((method) => method !== 'source')).length;
  const [first] = all;
  const word = first?.kind === 'chart' ? 'rendered' : 'built';
  return `${all.length}${followsOthers ? ' more' : ''}, ${complete} of them ${word}; ${documentsJudged(addCounts(all))}`;
}

/** `rendered`, `from its templates (there is no helm on the PATH)`, `built for a, b, else from its files`. */
export function coverageMethod({ kind, targets, why }: ReportCoverage): string {
  const methods = Object.entries(targets).flatMap(([target, method]) => (method === 'source' ? [] : [target]));
  const word = kind === 'chart' ? 'rendered' : 'built';
  const all = Object.keys(targets).length;
  if (methods.length === all && all > 0) return word;
  const because = why === undefined ? '' : ` (${why})`;
  const origin = `from its ${kind === 'chart' ? 'templates' : 'files'}${because}`;
  return methods.length === 0 ? origin : `${word} for ${methods.join(', ')}, else ${origin}`;
}

/** `12 documents checked, 8 of them in part (…), 2 not (…)`. */
export function documentsJudged({
  judged,
  inPart,
  notJudged,
}: Pick<ReportCoverage, 'judged' | 'inPart' | 'notJudged'>): string {
  const [partly, not] = [total(inPart), total(notJudged)];
  const parts = [`${count(judged + partly, 'document')} checked`];
  if (partly > 0) parts.push(`${partly} of them in part (${textOfCounts(inPart)})`);
  if (not > 0) parts.push(`${not} not (${textOfCounts(notJudged)})`);
  return parts.join(', ');
}

function total(counts: ReasonCounts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

function textOfCounts(counts: ReasonCounts): string {
  const named = reasonsOf(counts).map(([reason, number]) => ({ text: reasonText(reason).what, number }));
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first.text;
  return named.map(({ text, number }) => `${number} ${text}`).join(', ');
}
