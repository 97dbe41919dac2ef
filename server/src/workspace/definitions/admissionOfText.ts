import { type AdmissionObject, admissionObjectsIn } from '../../admission/admissionObjects.ts';
import type { ChangedValue } from '../../kustomize/change.ts';
import type { KustomizeContext } from '../../kustomize/fileContext.ts';
import { locate, pathSteps } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/**
 * The objects of a file that admission depends on, each with whether kustomizations leave it unchanged.
 *
 * @param kustomizations returns the present kustomizations; an answer is reused until it returns others.
 */
export function admissionOfText(
  text: string,
  { path, file }: FoundFile,
  kustomizations: () => Kustomizations,
): readonly AdmissionObject[] {
  const known = new Map<Resource, readonly [by: Kustomizations, isWritten: boolean]>();
  return admissionObjectsIn(text, file, (resource) => {
    const now = kustomizations();
    const [by, before] = known.get(resource) ?? [];
    if (by === now && before !== undefined) return before;
    const isWritten = isLeftAsWritten(resource, now.contextOf(path));
    known.set(resource, [now, isWritten]);
    return isWritten;
  });
}

function isLeftAsWritten(resource: Resource, context: KustomizeContext): boolean {
  if (context.patch !== undefined || resource.embedded !== undefined) return false;
  return context
    .builds()
    .every(({ resources }) =>
      resources
        ?.filter(({ kind, names }) => kind === resource.kind && names[0] === resource.name)
        .every(({ changes }) =>
          placesOf(resource).every((place) => changes.every((change) => change(place) === 'none')),
        ),
    );
}

/** The spans that matter: the identity of the object, and everything except its annotations. */
function placesOf({ root, apiVersion, kind }: Resource): readonly ChangedValue[] {
  const paths = ['metadata.name', 'metadata.namespace', ...root.entries.map(({ key }) => key).filter(isContent)];
  return [...paths, 'metadata.labels'].map((path) => {
    const { node, exact } = locate(root, path);
    return { root, apiVersion, kind, steps: pathSteps(path), node: exact ? node : undefined, message: '' };
  });
}

function isContent(key: string): boolean {
  return key !== 'apiVersion' && key !== 'kind' && key !== 'metadata' && key !== 'status';
}
