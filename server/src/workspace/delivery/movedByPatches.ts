import type { Delivery } from '../../gitops/delivery.ts';
import type { AssembledResource } from '../../kustomize/assembled.ts';
import { pathSteps } from '../../manifest/lookup.ts';
import { nodesAt } from '../../manifest/nodesAt.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/** The fields that say what is applied where. */
const fields = ['spec.path', 'spec.source.path', 'spec.destination.server', 'spec.destination.name', 'spec.kubeConfig'];

/** An object with the file that it stands in, absolute. */
interface PlacedDelivery extends Pick<Delivery, 'kind' | 'name'> {
  readonly file: string;
}

/** Whether a kustomization, or whoever applies it, may have an object say something else of what is applied where. */
export function isMovedByPatches({ file, kind, name }: PlacedDelivery, kustomizations: Kustomizations): boolean {
  return kustomizations
    .contextOf(file)
    .builds()
    .some(({ resources }) =>
      resources?.some((resource) => resource.kind === kind && resource.names[0] === name && isChanged(resource)),
    );
}

function isChanged({ root, group, version, kind, changes }: AssembledResource): boolean {
  if (root === undefined || changes.length === 0) return false;
  const apiVersion = `${group}/${version}`;
  return fields.some((path) => {
    const [found] = nodesAt(root, path);
    const place = { root, apiVersion, kind, steps: pathSteps(path), node: found?.node, message: '' };
    return changes.some((change) => change(place) !== 'none');
  });
}
