import type { ApiSurface } from '../../catalog/surface.ts';
import { formatGroupVersion, parseGroupVersion } from '../../targets/groupVersion.ts';
import { nearest, quotedChoice } from '../../text/nearest.ts';
import { apiFinding, servedSource } from '../apiFinding.ts';
import { isCallBody } from '../callBody.ts';
import type { Check } from '../check.ts';

/** A kind that no version of a built-in group ever had. */
export const unknownKind: Check = {
  judgesParts: true,
  codes: [{ code: 'unknown-kind', consequences: ['not-served'], title: 'The API group has no such kind' }],
  resource: (subject, emit) => {
    const { availability, surface, resource } = subject;
    if (availability.state !== 'unknown-kind' || isCallBody(subject)) return;
    const group = parseGroupVersion(resource.apiVersion)?.group ?? '';
    emit(
      apiFinding(subject, {
        code: 'unknown-kind',
        consequence: 'not-served',
        at: 'kind',
        message: `The ${group === '' ? 'core' : group} API group has no kind ${resource.kind}`,
        why: 'The group is part of Kubernetes, so custom resources cannot add kinds to it.',
        remedy: remedy(resource.kind, availability.kinds, surface),
        source: servedSource(surface),
      }),
    );
  },
};

function remedy(kind: string, ofGroup: readonly string[], surface: ApiSurface): string {
  const elsewhere = surface.resources.filter((resource) => resource.kind === kind).map(formatGroupVersion);
  if (elsewhere.length > 0) return `${kind} is in ${elsewhere.join(' and ')}: correct the apiVersion.`;
  const near = nearest(kind, ofGroup);
  if (near.length > 0) return `Did you mean ${quotedChoice(near)}?`;
  const anywhere = surface.resources.filter((resource) => nearest(kind, [resource.kind]).length > 0);
  const named = anywhere.slice(0, 3).map((resource) => `${formatGroupVersion(resource)} ${resource.kind}`);
  return named.length > 0 ? `Did you mean ${quotedChoice(named)}?` : 'Correct the kind or the apiVersion.';
}
