import type { ApiSurface } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import { inputsWithoutContext } from './inputsWithoutContext.ts';
import { judgeResource } from './judgeResource.ts';
import { isRefusedAlone } from './refusedAlone.ts';

/**
 * Whether a target refuses a resource of a text as invalid, but would accept it without the MutatingAdmissionPolicies of
 * the workspace.
 */
export function isInvalidAfterMutation(resource: Resource, text: string, file: string, surface: ApiSurface): boolean {
  // The date only matters for suppression comments.
  const verdicts = judgeResource(resource, text, inputsWithoutContext(file, [surface], ''), undefined);
  const isInvalid = verdicts.some(({ findings }) => findings.some(({ consequence }) => consequence === 'invalid'));
  return isInvalid && !isRefusedAlone(resource, text, file, surface);
}
