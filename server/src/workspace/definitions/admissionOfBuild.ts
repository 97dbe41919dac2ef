import {
  type AdmissionObject,
  AdmissionObjects,
  admissionObjectsIn,
  admissionOf,
  mayHoldAdmission,
} from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { lazily } from '../../text/lazily.ts';
import { refusalsIn } from './admissionOfText.ts';

/**
 * A target whose admission plugins read the objects that a build prints, such as a Namespace with the labels that a
 * kustomization adds, instead of those with the same names in files. The target itself if the build has none.
 *
 * @param file the name of the build, for messages.
 */
export function withAdmissionOfBuild(surface: ApiSurface, text: string, file: string): ApiSurface {
  const holds = mayHoldAdmission(text);
  // Besides policies, only Namespaces matter.
  if (holds === undefined || (holds === 'namespaces' && admissionOf(surface) === undefined)) return surface;
  const admission = lazily(() => {
    const before = admissionOf(surface);
    const isRefused = refusalsIn(text, file);
    const printed = admissionObjectsIn(text, file, { isRefused, paramKinds: before?.paramKinds });
    return new AdmissionObjects([...printed, ...objectsExcept(printed, before?.objects ?? [])]);
  });
  return { ...surface, admission };
}

/** The objects whose group, kind, namespace and name none of the first ones has. */
export function objectsExcept(
  objects: readonly AdmissionObject[],
  among: readonly AdmissionObject[],
): readonly AdmissionObject[] {
  const names = new Set(objects.map(identityOf));
  return among.filter((each) => !names.has(identityOf(each)));
}

function identityOf({ group, kind, namespace, name }: AdmissionObject): string {
  return [group, kind, namespace ?? '', name].join('/');
}
