import { type AdmissionObject, admissionObjectsIn } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { policyGroup } from '../../checks/policies/policy.ts';
import { isRefusedAlone } from '../../judge/refusedAlone.ts';
import type { ChangedValue } from '../../kustomize/change.ts';
import type { KustomizeContext } from '../../kustomize/fileContext.ts';
import { locate, pathSteps } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import type { FoundFile } from '../disk/discover.ts';
import { derived } from '../ground/derived.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/**
 * The objects of a file that admission depends on, each with whether kustomizations leave it unchanged.
 *
 * @param paramKinds the kinds of parameters of policies in other files.
 */
export function admissionOfText(
  text: string,
  { path, file }: FoundFile,
  kustomizations: Kustomizations,
  paramKinds?: ReadonlySet<string>,
): readonly AdmissionObject[] {
  const isCertain = derived((resource: Resource) => isLeftAsWritten(resource, kustomizations.contextOf(path)));
  return admissionObjectsIn(text, file, { isCertain, isRefused: refusalsIn(text, file), paramKinds });
}

/** Whether a target refuses a resource of a text, by the checks of the resource alone. */
export function refusalsIn(text: string, file: string): (resource: Resource, surface: ApiSurface) => boolean {
  const known = new WeakMap<ApiSurface, Map<Resource, boolean>>();
  return (resource, surface) => {
    const answers = known.get(surface) ?? new Map<Resource, boolean>();
    known.set(surface, answers);
    return getOrInsertComputed(answers, resource, () => isRefusedAlone(resource, text, file, surface));
  };
}

/** Whether kustomizations leave an object of a file unchanged, except for its annotations. */
export function isLeftAsWritten(resource: Resource, context: KustomizeContext): boolean {
  if (context.patch !== undefined || resource.embedded !== undefined) return false;
  return context
    .builds()
    .every(({ resources }) =>
      resources
        ?.filter(({ kind, names }) => kind === resource.kind && names[0] === resource.name)
        .every(({ changes }) =>
          changedValues(resource).every((value) => changes.every((change) => change(value) === 'none')),
        ),
    );
}

/** The spans that matter: the identity of the object, and everything except its annotations. */
function changedValues({ root, apiVersion, kind }: Resource): readonly ChangedValue[] {
  const paths = ['metadata.name', 'metadata.namespace', ...root.entries.map(({ key }) => key).filter(isContent)];
  // Nothing selects policies and their bindings by labels.
  const isSelected = parseGroupVersion(apiVersion)?.group !== policyGroup;
  return [...paths, ...(isSelected ? ['metadata.labels'] : [])].map((path) => {
    const { node, exact } = locate(root, path);
    return { root, apiVersion, kind, steps: pathSteps(path), node: exact ? node : undefined, message: '' };
  });
}

function isContent(key: string): boolean {
  return key !== 'apiVersion' && key !== 'kind' && key !== 'metadata' && key !== 'status';
}
