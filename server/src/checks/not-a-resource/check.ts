import { apiFinding, servedSource } from '../apiFinding.ts';
import { isCallBody } from '../callBody.ts';
import type { Check } from '../check.ts';

/** A type that is only sent or answered inside calls. */
export const notAResource: Check = {
  judgesParts: true,
  codes: [
    { code: 'not-a-resource', consequences: ['not-served'], title: 'The kind only occurs inside calls to the API' },
  ],
  resource: (subject, report) => {
    const { surface, resource } = subject;
    if (!isCallBody(subject)) return;
    report(
      apiFinding(subject, {
        code: 'not-a-resource',
        consequence: 'not-served',
        at: 'kind',
        message: `${resource.apiVersion} ${resource.kind} only occurs inside calls to the API and cannot be created`,
        why: 'The API server has no resource of this kind: it is a body that other requests carry or answer with.',
        remedy: 'Take it out of the manifests, or correct the kind if another one was meant.',
        source: servedSource(surface),
      }),
    );
  },
};
