import { dirname, resolve } from 'node:path';
import type { DeliveryFacts, InstalledChart } from '../../gitops/delivery.ts';
import { installedCharts } from '../../gitops/installedCharts.ts';
import { type RemoteChart, remoteChart } from '../../gitops/remoteChart.ts';
import { mayChange } from '../../kustomize/changedFields.ts';
import { filledRoot } from '../../kustomize/fill.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import { deliveryKey } from './builtDeliveries.ts';

/**
 * The charts that the files of a repository install from outside it, by file path.
 *
 * @param facts the objects in the files, by absolute path.
 * @param elsewhere the objects whose folders are certainly outside the repository.
 * @param kustomizations those whose patches may name other charts or versions.
 */
export function remoteChartsOf(
  facts: ReadonlyMap<string, DeliveryFacts>,
  elsewhere: ReadonlySet<string>,
  kustomizations: Kustomizations,
): ReadonlyMap<string, readonly RemoteChart[]> {
  const sources = [...facts.values()].flatMap((fact) => fact.sources);
  const all = [...facts].map(([path, { charts }]) => {
    const remote = charts.filter(
      ({ delivery, kept }) =>
        (delivery === undefined || elsewhere.has(deliveryKey(path, delivery))) &&
        (kept === undefined || statOf(resolve(dirname(path), kept)) === undefined),
    );
    const built = remote.length === 0 ? [] : builtCharts(path, remote, kustomizations);
    return [path, once(built.map((installedChart) => remoteChart(installedChart, sources)))] as const;
  });
  return new Map(all.filter(([, charts]) => charts.length > 0));
}

/** The fields that name a chart and its version. */
const chartFields = ['spec.chart', 'spec.chartRef', 'spec.source', 'spec.sources', 'spec.template'];

/** The charts of a file as kustomizations build its objects; as they are written where a patch's result is unknown. */
function builtCharts(
  path: string,
  installed: readonly InstalledChart[],
  kustomizations: Kustomizations,
): readonly InstalledChart[] {
  const resources = kustomizations
    .contextOf(path)
    .builds()
    .flatMap((build) => build.resources ?? []);
  const patched = new Set(resources.filter((resource) => !resource.isOpen && mayChange(resource, chartFields)));
  if (patched.size === 0) return installed;
  return installed.flatMap((chart) => {
    const key = JSON.stringify(chart);
    const builds = resources.flatMap((resource): readonly (readonly InstalledChart[])[] => {
      const { root, fills } = resource;
      const isOf =
        root !== undefined && installedCharts(root, chart.document).some((item) => JSON.stringify(item) === key);
      if (!isOf) return [];
      return [patched.has(resource) ? installedCharts(filledRoot(root, fills), chart.document) : [chart]];
    });
    return builds.length === 0 ? [chart] : builds.flat();
  });
}

function once(charts: readonly RemoteChart[]): readonly RemoteChart[] {
  return [...new Map(charts.map((chart) => [`${chart.document} ${chart.detail}`, chart])).values()];
}
