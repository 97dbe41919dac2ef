import type { ApiSurface } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { inputsWithoutContext } from './inputsWithoutContext.ts';
import { judgeResource } from './judgeResource.ts';

const refusing: ReadonlySet<Finding['consequence']> = new Set([
  'not-served',
  'undecodable',
  'unknown-field',
  'invalid',
]);

/** Whether a target refuses to create a resource of a text, regardless of other files and of admission. */
export function isRefusedAlone(resource: Resource, text: string, file: string, surface: ApiSurface): boolean {
  // The date only matters for suppression comments.
  const verdicts = judgeResource(
    resource,
    text,
    inputsWithoutContext(file, [withoutAdmission(surface)], ''),
    undefined,
  );
  return verdicts.some(({ findings }) => findings.some(({ consequence }) => refusing.has(consequence)));
}

const surfacesWithoutAdmission = new WeakMap<ApiSurface, ApiSurface>();

/** A target whose admission plugins find no objects. */
function withoutAdmission(surface: ApiSurface): ApiSurface {
  return getOrInsertComputed(surfacesWithoutAdmission, surface, () => {
    const { admission: _, ...rest } = surface;
    return rest;
  });
}
