import { dirname, resolve } from 'node:path';
import type { DeliveryFacts } from '../../gitops/delivery.ts';
import { type RemoteChart, remoteChart } from '../../gitops/remoteChart.ts';
import { statOf } from '../disk/trackedFs.ts';
import { deliveryKey } from './builtDeliveries.ts';

/**
 * The charts that the files of a repository install from outside it, by file path.
 *
 * @param facts the objects in the files, by absolute path.
 * @param elsewhere the objects whose folders are certainly outside the repository.
 */
export function remoteChartsOf(
  facts: ReadonlyMap<string, DeliveryFacts>,
  elsewhere: ReadonlySet<string>,
): ReadonlyMap<string, readonly RemoteChart[]> {
  const sources = [...facts.values()].flatMap((fact) => fact.sources);
  const all = [...facts].map(([path, { charts }]) => {
    const remote = charts.filter(
      ({ delivery, kept }) =>
        (delivery === undefined || elsewhere.has(deliveryKey(path, delivery))) &&
        (kept === undefined || statOf(resolve(dirname(path), kept)) === undefined),
    );
    return [path, once(remote.map((installedChart) => remoteChart(installedChart, sources)))] as const;
  });
  return new Map(all.filter(([, charts]) => charts.length > 0));
}

function once(charts: readonly RemoteChart[]): readonly RemoteChart[] {
  return [...new Map(charts.map((chart) => [`${chart.document} ${chart.detail}`, chart])).values()];
}
