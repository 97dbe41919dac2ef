import { satisfies } from '../constraint.ts';
import { coalesceValues } from './coalesce.ts';
import { type Table, valueAt } from './values.ts';

/** A dependency as Chart.yaml, or the requirements.yaml of older charts, names it. */
export interface Dependency {
  readonly name: string;
  /** A constraint. */
  readonly version: string;
  readonly alias: string;
  /** Paths of values with commas between them. */
  readonly condition: string;
  readonly tags: readonly string[];
}

/** A chart with its sub-charts. */
export interface Chart {
  readonly name: string;
  readonly version: string;
  /** Undefined if it has none; then its sub-charts are all enabled. */
  readonly dependencies: readonly Dependency[] | undefined;
  readonly values: Table;
  readonly charts: readonly Chart[];
  /** Identifies the chart in the tree. */
  readonly location: string;
}

/** A sub-chart that Helm leaves out. */
export interface DisabledChart {
  readonly location: string;
  /** The name that its parent knows it by. */
  readonly name: string;
  /** `redis.enabled is false`; undefined if its parent is left out. */
  readonly because: string | undefined;
}

/**
 * The sub-charts that Helm skips for some values: those disabled by conditions or tags, and everything in them.
 * Undefined if Helm refuses the chart.
 *
 * Source: `pkg/chartutil/dependencies.go` of helm.sh/helm/v3, `processDependencyEnabled`.
 *
 * @param given the values besides the chart's own.
 */
export function disabledCharts(chart: Chart, given: Table): readonly DisabledChart[] | undefined {
  const root = runningCopy(chart);
  const off = new Map<string, DisabledChart>();
  if (!process(root, given, '', off)) return undefined;
  const kept = new Set<string>();
  addLocations(root, kept);
  const found: DisabledChart[] = [];
  addOff(chart, kept, off, found);
  return found;
}

/** Helm mutates charts while processing; aliases of one chart share their dependencies. */
interface RunningChart {
  name: string;
  readonly version: string;
  dependencies: readonly RunningDependency[] | undefined;
  readonly values: Table;
  charts: readonly RunningChart[];
  readonly location: string;
}

interface RunningDependency extends Omit<Dependency, 'name'> {
  name: string;
  because: string | undefined;
}

function runningCopy({ dependencies, charts, ...rest }: Chart): RunningChart {
  return {
    ...rest,
    dependencies: dependencies?.map((dependency) => ({ ...dependency, because: undefined })),
    charts: charts.map(runningCopy),
  };
}

/** False where Helm refuses the values. */
function process(chart: RunningChart, given: Table, path: string, off: Map<string, DisabledChart>): boolean {
  const { dependencies } = chart;
  if (dependencies === undefined) return true;
  const inFolder = chart.charts;
  const unnamed = inFolder.filter(
    (runningChart) =>
      !dependencies.some((dependency) => dependency.name === runningChart.name && fits(dependency, runningChart)),
  );
  const named = dependencies.flatMap((dependency) => {
    const found = inFolder.find(
      (runningChart) => runningChart.name === dependency.name && fits(dependency, runningChart),
    );
    const copy = found && { ...found, name: dependency.alias === '' ? found.name : dependency.alias };
    if (dependency.alias !== '') dependency.name = dependency.alias;
    return copy ?? [];
  });
  chart.charts = [...unnamed, ...named];
  const values = coalesceValues(chart, given);
  if (values === undefined) return false;
  for (const dependency of dependencies) dependency.because = whyDisabled(dependency, values, path);
  const out = new Map(dependencies.flatMap(({ name, because }) => (because === undefined ? [] : [[name, because]])));
  for (const { name, location } of chart.charts) {
    if (out.has(name)) off.set(location, { location, name, because: out.get(name) });
  }
  chart.charts = chart.charts.filter(({ name }) => !out.has(name));
  chart.dependencies = dependencies.filter(({ name }) => !out.has(name));
  return chart.charts.every((runningChart) => process(runningChart, values, `${path}${runningChart.name}.`, off));
}

function fits({ version }: Dependency, chart: RunningChart): boolean {
  return satisfies(version, chart.version) === true;
}

/** Conditions take precedence over tags, and the first boolean one decides; any true tag outweighs false ones. */
function whyDisabled({ condition, tags }: Dependency, values: Table, path: string): string | undefined {
  for (const item of condition.trim().split(',')) {
    const value = item === '' ? undefined : valueAt(values, path + item);
    if (typeof value === 'boolean') return value ? undefined : `${path}${item} is false`;
  }
  const set = tags.map((tag) => ({ tag, value: valueAt(values, `tags.${tag}`) }));
  const falseTags = set.flatMap(({ tag, value }) => (value === false ? [`tags.${tag}`] : []));
  if (falseTags.length === 0 || set.some(({ value }) => value === true)) return undefined;
  return `${falseTags.join(' and ')} ${falseTags.length === 1 ? 'is' : 'are'} false`;
}

function addLocations({ charts, location }: RunningChart, locations: Set<string>): void {
  locations.add(location);
  for (const chart of charts) addLocations(chart, locations);
}

function addOff(
  chart: Chart,
  kept: ReadonlySet<string>,
  off: ReadonlyMap<string, DisabledChart>,
  found: DisabledChart[],
): void {
  for (const item of chart.charts) {
    const { location, name } = item;
    if (!kept.has(location)) found.push(off.get(location) ?? { location, name, because: undefined });
    addOff(item, kept, off, found);
  }
}
