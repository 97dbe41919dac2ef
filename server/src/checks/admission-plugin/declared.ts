import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import type { PluginRequest } from './pluginRule.ts';

/** The object of a kind, `group/Kind`, with a name, if exactly one file has it and the target stores it. */
export function declared(
  { objects, surface }: Pick<PluginRequest, 'objects' | 'surface'>,
  kind: string,
  name: string,
): AdmissionObject | undefined {
  const found = objects?.named(kind, name) ?? [];
  const [first] = found;
  return found.length === 1 && first !== undefined && isStored(first, surface) ? first : undefined;
}

/** The objects of a kind in the namespace of a request; none if one of them is in several files. */
export function declaredInNamespace(
  { objects, surface, namespace }: Pick<PluginRequest, 'objects' | 'surface' | 'namespace'>,
  kind: string,
): readonly AdmissionObject[] {
  if (namespace === undefined) return [];
  const found = (objects?.ofKind(kind) ?? []).filter(
    (admissionObject) => admissionObject.namespace === namespace && isStored(admissionObject, surface),
  );
  return new Set(found.map(({ name }) => name)).size === found.length ? found : [];
}

/** Whether the target serves an object and stores it: one that it refuses decides nothing. */
function isStored(object: AdmissionObject, surface: PluginRequest['surface']): boolean {
  const { group, version, kind } = object;
  return surface.availability({ group, version, kind }).state === 'served' && !object.isRefused(surface);
}
