import type { Delivery } from '../../gitops/delivery.ts';
import { mayChange } from '../../kustomize/changedFields.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/** The fields that define what is applied where. */
const destinations = [
  'spec.path',
  'spec.source.path',
  'spec.destination.server',
  'spec.destination.name',
  'spec.kubeConfig',
];

/** An object with its file, absolute. */
interface DeliveryInFile extends Pick<Delivery, 'kind' | 'name'> {
  readonly file: string;
}

/** The fields with the values of a chart. */
const values = ['spec.values', 'spec.valuesFrom', 'spec.chart.spec.valuesFiles', 'spec.source.helm', 'spec.sources'];

/** Whether a kustomization, or the tool that applies it, may change what an object applies. */
export function isMovedByPatches(delivery: DeliveryInFile, kustomizations: Kustomizations): boolean {
  return isPatched(delivery, destinations, kustomizations);
}

/** Whether a kustomization, or the tool that applies it, may change the values that an object gives a chart. */
export function hasPatchedValues(delivery: DeliveryInFile, kustomizations: Kustomizations): boolean {
  return isPatched(delivery, values, kustomizations);
}

function isPatched(
  { file, kind, name }: DeliveryInFile,
  fields: readonly string[],
  kustomizations: Kustomizations,
): boolean {
  return kustomizations
    .contextOf(file)
    .builds()
    .some(({ resources }) =>
      resources?.some(
        (resource) => resource.kind === kind && resource.names[0] === name && mayChange(resource, fields),
      ),
    );
}
