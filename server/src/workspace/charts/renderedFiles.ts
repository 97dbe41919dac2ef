import { join } from 'node:path';
import { namesIn, pathExists } from '../disk/trackedFs.ts';
import { chartName, dependenciesOf } from './chartDependencies.ts';

/** Charts in charts: deeper ones are left out. */
const deepest = 10;

/**
 * Maps the names in Helm's output to the files of a chart. Helm names sub-charts by their own name or the alias of a
 * dependency, whatever their folders are called; packed ones have no files.
 */
export class RenderedFiles {
  readonly #folders = new Map<string, string>();

  /** @param folder the chart's, absolute. */
  constructor(folder: string) {
    this.#add(folder, '', '', 0);
  }

  /**
   * The file relative to the chart's folder, with `/`; undefined if there is none.
   *
   * @param rendered Helm's name, beginning with the chart's name.
   */
  of(rendered: string): string | undefined {
    const end = rendered.lastIndexOf('/templates/');
    const chart = end < 0 ? '' : rendered.slice(0, end + 1);
    const folder = this.#folders.get(chart);
    return folder === undefined ? undefined : `${folder}${rendered.slice(chart.length)}`;
  }

  #add(folder: string, rendered: string, source: string, depth: number): void {
    this.#folders.set(rendered, source);
    if (depth > deepest) return;
    const dependencies = dependenciesOf(folder);
    for (const entry of namesIn(join(folder, 'charts'))) {
      const path = join(folder, 'charts', entry);
      if (!pathExists(join(path, 'Chart.yaml'))) continue;
      const name = chartName(path) ?? entry;
      const aliases = dependencies.flatMap((dependency) => (dependency.name === name ? (dependency.alias ?? []) : []));
      for (const aliase of [name, ...aliases]) {
        this.#add(path, `${rendered}charts/${aliase}/`, `${source}charts/${entry}/`, depth + 1);
      }
    }
  }
}
