import { type ChartTemplates, chartTemplates } from '../../helm/chart.ts';
import { isEqual } from '../../text/isEqual.ts';
import { named } from '../ground/derived.ts';
import { chartFolderOf, outermostChart, TemplateFiles } from './charts.ts';

/** The templates of the charts of a workspace, each chart read once. */
export class ChartsAround {
  /** The templates of the chart that contains a template, including its sub-charts and parents. */
  of(path: string): ChartTemplates | undefined {
    const chartFolder = chartFolderOf(path);
    return chartFolder === undefined ? undefined : this.#templates(outermostChart(chartFolder));
  }

  readonly #templates = named(
    'chart templates',
    (root): ChartTemplates => {
      const files = new TemplateFiles();
      files.addChart(root, 0);
      return chartTemplates(files.texts());
    },
    // Other parts of templates matter only to themselves.
    { same: (before, now) => isEqual(textsIn(before), textsIn(now)), plain: textsIn },
  );
}

/** The templates of the chart that contains a template, read now. */
export function chartAround(path: string): ChartTemplates | undefined {
  return new ChartsAround().of(path);
}

function textsIn({ definitions }: ChartTemplates): readonly (readonly [name: string, text: string])[] {
  return [...definitions].map(([name, { text }]) => [name, text]);
}
