import { apiFinding } from '../apiFinding.ts';
import type { Check } from '../check.ts';

const code = 'malformed-api-version';

/** An apiVersion without a version: `schema.ParseGroupVersion` refuses it or finds nothing. */
export const malformedApiVersion: Check = {
  judgesParts: true,
  codes: [{ code, consequences: ['not-served'], title: 'The apiVersion is neither VERSION nor GROUP/VERSION' }],
  resource: (subject, emit) => {
    if (subject.availability.state !== 'malformed') return;
    const { apiVersion } = subject.resource;
    emit(
      apiFinding(subject, {
        code,
        consequence: 'not-served',
        at: 'apiVersion',
        message: apiVersion === '' ? 'apiVersion is empty' : `"${apiVersion}" is not a valid apiVersion`,
        why: 'An apiVersion is a version of the core group, such as v1, or a group and a version, such as apps/v1. Clients cannot map anything else to a resource.',
        remedy: 'Write the group and version of the kind.',
        source: 'k8s.io/apimachinery/pkg/runtime/schema/group_version.go (ParseGroupVersion)',
      }),
    );
  },
};
