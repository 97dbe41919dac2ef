import { successors } from '../../conversion/successors.ts';
import { formatGroupVersion, formatGroupVersionKind } from '../../targets/groupVersion.ts';
import { apiFinding, describeVersions, servedSource } from '../apiFinding.ts';
import type { Check } from '../check.ts';
import { deprecationOf } from '../deprecation.ts';

/** A served API without a server warning, while the target serves a newer version of the same kind. */
export const staleApi: Check = {
  judgesParts: true,
  codes: [{ code: 'stale-api', consequences: ['advice'], title: 'A newer version of the kind is served' }],
  resource: (subject, emit) => {
    const { availability, surface } = subject;
    if (availability.state !== 'served') return;
    const { resource } = availability;
    // A definition marks its deprecated versions itself.
    if (resource.custom !== undefined) return;
    if (deprecationOf(surface, resource) !== undefined) return;
    const [newest] = successors(surface, resource);
    if (newest === undefined) return;
    emit(
      apiFinding(subject, {
        code: 'stale-api',
        consequence: 'advice',
        at: 'apiVersion',
        message: `${formatGroupVersionKind(resource)} has a newer version, ${formatGroupVersion(newest)}`,
        why: `The target is ${describeVersions(surface)} and serves both; the server sends no warning.`,
        remedy: `Use ${formatGroupVersion(newest)} once every cluster for this manifest serves it.`,
        source: servedSource(surface),
        movable: true,
      }),
    );
  },
};
