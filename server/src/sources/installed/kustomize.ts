import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import type { PartialInstallation } from './facts.ts';
import { gitHubFile } from './gitHub.ts';
import { falseValues, itemsAt, mapsIn, type Reader } from './reader.ts';

/** The remote inputs of a kustomization: its remote resources, and the charts that it inflates. */
export function kustomizeUses(root: MapNode, reader: Reader): readonly PartialInstallation[] {
  const remote = ['resources', 'bases', 'components', 'crds'].flatMap((key) =>
    itemsAt(root, key).flatMap((item): readonly PartialInstallation[] => {
      const file = item.kind === 'scalar' && typeof item.value === 'string' ? gitHubFile(item.value) : undefined;
      if (file === undefined) return [];
      const line = reader.line(item);
      const version = file.version === undefined ? undefined : { text: file.version, line };
      return [{ via: 'repository', url: file.url, source: undefined, path: file.path, version, line }];
    }),
  );
  const charts = mapsIn(root, 'helmCharts').flatMap((chart): readonly PartialInstallation[] => {
    const [name, repository] = [stringFor(chart, 'name'), stringFor(chart, 'repo')];
    if (name === undefined || repository === undefined) return [];
    const version = reader.written(chart, 'version');
    const off = falseValues(mapFor(chart, 'valuesInline'));
    const line = version?.line ?? reader.line(chart);
    return [{ via: 'chart', chart: name, repository, source: undefined, version, release: undefined, off, line }];
  });
  return [...remote, ...charts];
}
