import notResources from '../../../data/authored/notResources.json' with { type: 'json' };
import { apiFinding, servedSource } from '../apiFinding.ts';
import { isCallBody } from '../callBody.ts';
import type { Check } from '../check.ts';

const { readOnly } = notResources;

function isReadOnly(apiVersion: string, kind: string): boolean {
  return readOnly.kinds.some((candidate) => candidate.apiVersion === apiVersion && candidate.kind === kind);
}

/** A type that is only sent or answered inside calls. */
export const notAResource: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'not-a-resource',
      consequences: ['not-served'],
      title: 'The kind is not a resource, or is read-only',
    },
  ],
  resource: (subject, emit) => {
    const { surface, resource } = subject;
    if (subject.availability.state === 'served' && isReadOnly(resource.apiVersion, resource.kind)) {
      emit(
        apiFinding(subject, {
          code: 'not-a-resource',
          consequence: 'not-served',
          at: 'kind',
          message: `${resource.apiVersion} ${resource.kind} is read-only: the server does not allow this method on the requested resource`,
          why: 'The API server computes objects of this kind for each request and answers every write with 405.',
          remedy: 'Remove it from the manifests.',
          source: readOnly.source,
        }),
      );
    }
    if (!isCallBody(subject)) return;
    emit(
      apiFinding(subject, {
        code: 'not-a-resource',
        consequence: 'not-served',
        at: 'kind',
        message: `${resource.apiVersion} ${resource.kind} is not a resource and cannot be created`,
        why: 'The kind is only the body of API requests or responses; the API server has no resource for it.',
        remedy: 'Remove it from the manifests, or correct the kind.',
        source: servedSource(surface),
      }),
    );
  },
};
