import { type ChartTemplates, chartTemplates } from '../../helm/chart.ts';
import { chartFolderOf, outermostChart, TemplateFiles } from './charts.ts';

/** How long a chart is assumed unchanged, in milliseconds: long enough to judge many of its files. */
const freshMs = 1_000;

interface KnownChart {
  readonly templates: ChartTemplates;
  /** The files with their sizes and times of change. */
  readonly stamp: string;
  checkedAt: number;
}

const known = new Map<string, KnownChart>();

/** The templates of the chart that contains a template, including its sub-charts and parents. */
export function chartAround(path: string): ChartTemplates | undefined {
  const chartFolder = chartFolderOf(path);
  if (chartFolder === undefined) return undefined;
  const root = outermostChart(chartFolder);
  const before = known.get(root);
  if (before !== undefined && performance.now() - before.checkedAt < freshMs) return before.templates;
  const files = new TemplateFiles();
  files.addChart(root, 0);
  const stamp = files.stamp;
  if (before !== undefined && before.stamp === stamp) {
    before.checkedAt = performance.now();
    return before.templates;
  }
  const templates = chartTemplates(files.texts());
  known.set(root, { templates, stamp, checkedAt: performance.now() });
  return templates;
}
