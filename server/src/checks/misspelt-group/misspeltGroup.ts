import { formatGroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { nearest } from '../../text/nearest.ts';
import { apiFinding, servedSource } from '../apiFinding.ts';
import type { Check } from '../check.ts';

/** A misspelt custom group: a group with a similar name has the kind. */
export const misspeltGroup: Check = {
  judgesParts: true,
  codes: [
    { code: 'misspelt-group', consequences: ['advice'], title: 'The API group looks like a misspelt built-in group' },
  ],
  resource: (subject, emit) => {
    const { availability, surface, resource } = subject;
    if (availability.state !== 'custom') return;
    const groupVersion = parseGroupVersion(resource.apiVersion);
    if (groupVersion === undefined) return;
    const served = surface.resources.filter(({ kind }) => kind === resource.kind);
    const [group] = nearest(
      groupVersion.group,
      served.map((servedResource) => servedResource.group),
      1,
    );
    const meant = served.find((servedResource) => servedResource.group === group);
    if (meant === undefined) return;
    emit(
      apiFinding(subject, {
        code: 'misspelt-group',
        consequence: 'advice',
        at: 'apiVersion',
        message: `${groupVersion.group} is not an API group of Kubernetes; ${meant.group} is, and has the kind ${resource.kind}`,
        why: 'The object is treated as a custom resource, which needs its CRD to be checked.',
        remedy: `Did you mean ${formatGroupVersion(meant)}?`,
        source: servedSource(surface),
      }),
    );
  },
};
