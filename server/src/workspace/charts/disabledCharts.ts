import { dirname, join, sep } from 'node:path';
import { disabledCharts } from '../../helm/dependencies/disabledCharts.ts';
import { mergeFiles, tableOf } from '../../helm/dependencies/values.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { readText } from '../disk/readFile.ts';
import { pathExists } from '../disk/trackedFs.ts';
import { named } from '../ground/derived.ts';
import { chartTree } from './chartTree.ts';
import { isRenderable } from './renderCharts.ts';

/** A sub-chart that the values of its chart turn off. */
interface DisabledChart {
  /** Its folder or archive, absolute. */
  readonly location: string;
  /** A sentence. */
  readonly detail: string;
}

/** A path inside a nested chart. */
const inSubChart = /[\\/]charts[\\/]/;

/** The sub-charts that the values of their charts disable, so that Helm skips them. Each chart is read once. */
export class DisabledCharts {
  readonly #valuesOf: (chartYaml: string) => readonly string[] | undefined;

  /**
   * @param valuesOf the absolute paths of a chart's additional values files, by its Chart.yaml; undefined for an
   * unknown chart.
   */
  constructor(valuesOf: (chartYaml: string) => readonly string[] | undefined) {
    this.#valuesOf = valuesOf;
  }

  /** Why the chart of a path, in an archive or not, is not rendered or installed; a sentence. */
  why(path: string): string | undefined {
    if (!inSubChart.test(path)) return undefined;
    return this.#above(dirname(path)).find(({ location }) => path.startsWith(location + sep))?.detail;
  }

  /** The sub-charts that are left out of the charts in a folder and above it. */
  readonly #above: (folder: string) => readonly DisabledChart[] = named('disabled charts', (folder) => {
    const parent = dirname(folder);
    const above = parent === folder ? [] : this.#above(parent);
    const disabled = this.#disabledIn(folder);
    return disabled.length === 0 ? above : [...disabled, ...above];
  });

  #disabledIn(folder: string): readonly DisabledChart[] {
    const chartYaml = join(folder, 'Chart.yaml');
    if (!pathExists(chartYaml) || !pathExists(join(folder, 'charts')) || !isRenderable(chartYaml)) return [];
    const values = this.#valuesOf(chartYaml);
    const tree = values && chartTree(folder);
    const off = tree && disabledCharts(tree, mergeFiles(values.map(tableIn)));
    return (off ?? []).map(({ location, name, because }) => ({
      location: withoutEnd(location),
      detail: sentence(name, because),
    }));
  }
}

function sentence(name: string, because: string | undefined): string {
  if (because === undefined) return `The sub-chart ${name} is in one that is off, so Helm omits it`;
  return `The sub-chart ${name} is off, so Helm omits it: ${because} in the values of its chart`;
}

function withoutEnd(location: string): string {
  return location.endsWith(sep) ? location.slice(0, -1) : location;
}

function tableIn(file: string) {
  const content = readText(file);
  return tableOf(content.ok ? readYamlDocument(content.text)?.root : undefined);
}
