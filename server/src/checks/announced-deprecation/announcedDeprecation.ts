import { announcedDeprecation } from '../../crd/deprecations.ts';
import { installedVersion } from '../../crd/installed.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { apiFinding } from '../apiFinding.ts';
import type { Check, Subject } from '../check.ts';

/**
 * An API that a project or the workspace announced as deprecated or removed, without a warning by the server or a
 * definition.
 */
export const announcedDeprecationCheck: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'announced-deprecation',
      consequences: ['release-dependent', 'advice'],
      title: 'The deprecation or removal of the API is announced',
    },
  ],
  resource: (subject, emit) => {
    const { availability, resource, surface } = subject;
    // Unserved APIs have their own finding.
    if (availability.state !== 'served' && availability.state !== 'custom') return;
    const groupVersion = parseGroupVersion(resource.apiVersion);
    if (groupVersion === undefined) return;
    const announced = announcedDeprecation({ ...groupVersion, kind: resource.kind }, surface);
    if (announced === undefined) return;
    const { deprecated, removed, instead, source } = announced;
    const what = `${resource.apiVersion} ${resource.kind}`;
    const since = deprecated === undefined ? 'is deprecated' : `has been deprecated since ${deprecated}`;
    emit(
      apiFinding(subject, {
        code: 'announced-deprecation',
        consequence: removed !== undefined && !isDefined(subject) ? 'release-dependent' : 'advice',
        at: 'apiVersion',
        message: removed === undefined ? `${what} ${since}` : `${removed} removed ${what}`,
        why: `This was announced; the definition does not show it${removed === undefined ? '' : ', and the next release may no longer serve the resource'}.`,
        remedy: instead === undefined ? 'Find out what replaces it.' : `Use ${instead}.`,
        source,
      }),
    );
  },
};

/** Whether a definition is named for the target that serves the resource: its server takes it. */
function isDefined({ availability }: Subject): boolean {
  if (availability.state !== 'served') return false;
  const installed = installedVersion(availability.resource);
  return installed === undefined || installed.definition.origin.lifecycle === undefined;
}
