import type { ApiSurface } from '../../catalog/surface.ts';
import { possibleSurfaces } from '../../crd/possibleSurfaces.ts';
import { chainOf, type OutlinePosition } from '../../insight/outline.ts';
import { kindOf } from '../../insight/typeAt.ts';
import type { JudgedDocument } from '../judgedDocument.ts';

/**
 * The targets of a document for an object in it: of several definitions of a custom kind the first candidate counts.
 */
export function surfacesAt({ container }: OutlinePosition, { targets, inputs }: JudgedDocument): readonly ApiSurface[] {
  const [root] = chainOf(container);
  const gvk = root === undefined ? undefined : kindOf(root);
  return gvk === undefined ? targets.surfaces : possibleSurfaces(gvk, targets.surfaces, inputs.path)[0];
}
