import { type AdmissionObject, admissionObjectsIn } from '../../admission/admissionObjects.ts';
import type { ChangedPlace } from '../../kustomize/change.ts';
import { locate, pathSteps } from '../../manifest/lookup.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { FoundFile } from '../disk/discover.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';

/** The objects of a file that admission goes by, each with whether the kustomizations around it leave it as it is written. */
export function admissionOfText(
  text: string,
  { path, file }: FoundFile,
  kustomizations: Kustomizations,
): readonly AdmissionObject[] {
  const context = kustomizations.contextOf(path);
  return admissionObjectsIn(text, file, (resource) => {
    if (context.patch !== undefined || resource.embedded !== undefined) return false;
    const builds = context.builds();
    return builds.every(({ resources }) =>
      resources
        ?.filter(({ kind, names }) => kind === resource.kind && names[0] === resource.name)
        .every(({ changes }) =>
          placesOf(resource).every((place) => changes.every((change) => change(place) === 'none')),
        ),
    );
  });
}

/** What decides: which object it is, and all that it says besides its annotations. */
function placesOf({ root, apiVersion, kind }: Resource): readonly ChangedPlace[] {
  const paths = ['metadata.name', 'metadata.namespace', ...root.entries.map(({ key }) => key).filter(isContent)];
  return [...paths, 'metadata.labels'].map((path) => {
    const { node, exact } = locate(root, path);
    return { root, apiVersion, kind, steps: pathSteps(path), node: exact ? node : undefined, message: '' };
  });
}

function isContent(key: string): boolean {
  return key !== 'apiVersion' && key !== 'kind' && key !== 'metadata' && key !== 'status';
}
