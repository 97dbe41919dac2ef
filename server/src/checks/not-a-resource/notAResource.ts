import notResources from '../../../data/authored/notResources.json' with { type: 'json' };
import { apiFinding, servedSource } from '../apiFinding.ts';
import { isCallBody } from '../callBody.ts';
import type { Check } from '../check.ts';

const { readOnly } = notResources;

function isReadOnly(apiVersion: string, kind: string): boolean {
  return readOnly.kinds.some((each) => each.apiVersion === apiVersion && each.kind === kind);
}

/** A type that is only sent or answered inside calls. */
export const notAResource: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'not-a-resource',
      consequences: ['not-served'],
      title: 'The kind only occurs inside calls to the API, or can only be read',
    },
  ],
  resource: (subject, report) => {
    const { surface, resource } = subject;
    if (subject.availability.state === 'served' && isReadOnly(resource.apiVersion, resource.kind)) {
      report(
        apiFinding(subject, {
          code: 'not-a-resource',
          consequence: 'not-served',
          at: 'kind',
          message: `${resource.apiVersion} ${resource.kind} can be read and not written: the server does not allow this method on the requested resource`,
          why: 'The API server makes the objects of this kind up when they are asked for, and answers every write with 405.',
          remedy: 'Take it out of the manifests.',
          source: readOnly.source,
        }),
      );
    }
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
