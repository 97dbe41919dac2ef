import type { ApiSurface } from '../catalog/surface.ts';
import { ownedMetadata } from '../checks/server-owned-field/serverOwnedField.ts';
import type { TypeAtPosition } from './typeAt.ts';

/** A note on a field that the cluster writes, at `steps` from the root of an object. */
export function serverOwnershipNote(
  { gvk, steps }: Pick<TypeAtPosition, 'gvk' | 'steps'>,
  surface: ApiSurface,
): string | undefined {
  const [first, second] = steps;
  if (first === 'metadata' && steps.length === 2) return ownedMetadata.get(String(second));
  if (first !== 'status' || gvk === undefined) return undefined;
  const availability = surface.availability(gvk);
  // Without a status subresource, the status of a custom resource is an ordinary field.
  if (availability.state === 'served' && availability.resource.custom?.hasStatus === false) return undefined;
  return 'It is the observed state; controllers write it.';
}
