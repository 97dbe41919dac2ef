import { dirname, resolve } from 'node:path';
import type { DeliveryFacts } from '../../gitops/delivery.ts';
import { grouped } from '../../text/grouped.ts';
import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { AppliedChart } from './appliedChart.ts';

/**
 * The renderings of charts by kustomizations, by chart folder. Files of values are relative to the kustomization.
 *
 * @param facts the objects in the files of a repository, by absolute path.
 * @param root the repository's.
 */
export function inflatedChartsOf(
  facts: ReadonlyMap<string, DeliveryFacts>,
  root: string,
): ReadonlyMap<string, readonly AppliedChart[]> {
  const all = [...facts].flatMap(([file, { inflated }]) =>
    inflated.map(({ folder, values }): readonly [string, AppliedChart] => {
      const { set, release, namespace, command } = values;
      const named = values.files.map((name) => ({ name, path: resolve(dirname(file), name) }));
      const isThere = ({ path }: { readonly path: string }) => isBelow(path, root) && statOf(path)?.isFile() === true;
      const absent = named.filter((value) => !isThere(value)).map(({ name }) => `the values file ${name}`);
      const files = named.filter(isThere).map(({ path }) => path);
      const open = [...absent, ...(values.open ?? [])];
      return [resolve(dirname(file), folder), { files, set, release, namespace, open, command, cluster: undefined }];
    }),
  );
  return grouped(all);
}
