import type { Delivery } from '../../gitops/delivery.ts';
import type { AssembledResource } from '../../kustomize/assembled.ts';
import { pathSteps } from '../../manifest/lookup.ts';
import { nodesAt } from '../../manifest/nodesAt.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/** The fields that define what is applied where. */
const fields = ['spec.path', 'spec.source.path', 'spec.destination.server', 'spec.destination.name', 'spec.kubeConfig'];

/** An object with its file, absolute. */
interface DeliveryInFile extends Pick<Delivery, 'kind' | 'name'> {
  readonly file: string;
}

/** Whether a kustomization, or the tool that applies it, may change what an object applies. */
export function isMovedByPatches({ file, kind, name }: DeliveryInFile, kustomizations: Kustomizations): boolean {
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
