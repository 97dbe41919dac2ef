import { AdmissionObjects, admissionObjectsIn } from '../../server/src/admission/admissionObjects.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { withCustomKinds } from '../../server/src/crd/customKinds.ts';
import { definitionList, definitionsIn } from '../../server/src/crd/definitionList.ts';
import { withKnownReleases } from '../../server/src/crd/sets/knownReleases.ts';
import { getOrInsertComputed } from '../../server/src/text/getOrInsertComputed.ts';
import { readCrdSet } from '../../server/src/workspace/shipped/crdSetFile.ts';

/** A surface with the CustomResourceDefinitions in a text, as in a workspace with that file. */
export function withDefinitionsOf(surface: ApiSurface, text: string, file = 'fixture.yaml'): ApiSurface {
  const definitions = definitionsIn(text, file);
  const admission = new AdmissionObjects(admissionObjectsIn(text, file));
  if (definitions.length === 0 && admission.objects.length === 0) return surface;
  return withCustomKinds(surface, [{ ...definitionList(() => definitions), admission: () => admission }]);
}

/** A surface for a workspace that names no releases: any of the built-in ones may apply. */
export function withReleasesOf(surface: ApiSurface): ApiSurface {
  return getOrInsertComputed(completed, surface, () => withKnownReleases(surface, ({ name }) => readCrdSet(name)));
}

const completed = new WeakMap<ApiSurface, ApiSurface>();

/** The definition of a kind with one version, whose schema preserves unknown fields. */
export function definitionThatKeepsAll(group: string, version: string, kind: string): string {
  const singular = kind.toLowerCase();
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${singular}s.${group} }
spec:
  group: ${group}
  names: { kind: ${kind}, plural: ${singular}s, singular: ${singular}, listKind: ${kind}List }
  scope: Namespaced
  versions:
    - name: ${version}
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;
}
