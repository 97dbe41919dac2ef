import table from '../../../data/authored/admission.json' with { type: 'json' };
import { admissionOf } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { factMinor } from '../../targets/version.ts';
import { requestOf } from '../admissionMatch.ts';
import type { Check, Subject } from '../check.ts';
import { mayBeMutated } from '../possibleMutations.ts';
import { rootValue } from '../rootValue.ts';
import type { Value } from '../value.ts';

const code = 'admin-access';

/** The paths of device requests, by kind. */
const specPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ['ResourceClaim', ['spec']],
  ['ResourceClaimTemplate', ['spec', 'spec']],
]);

/** Claims with adminAccess in a namespace of the workspace that does not allow it. */
export const adminAccess: Check = {
  codes: [{ code, consequences: ['invalid'], title: 'The namespace does not allow admin access for claims' }],
  resource(subject, emit) {
    const { availability, decoded, resource, surface, change } = subject;
    if (availability.state !== 'served' || availability.resource.group !== 'resource.k8s.io') return;
    const steps = specPaths.get(availability.resource.kind);
    if (steps === undefined || decoded === undefined || decoded.errors.length > 0) return;
    // Embedded objects are not sent as written; updates of stored claims are not checked again.
    if (resource.part !== undefined || resource.embedded !== undefined || change !== undefined) return;
    const label = labelAt(surface);
    const spec = steps.reduce((value, step) => value.at(step), rootValue(subject));
    const index = spec
      .at('devices')
      .at('requests')
      .items.findIndex((request) => asksForAccess(request));
    const request = spec.at('devices').at('requests').items[index];
    // Looking the namespace up costs more.
    if (label === undefined || request === undefined || hasLabel(subject, label) !== false) return;
    const { key } = request.has('exactly') ? request.at('exactly').at('adminAccess') : request.at('adminAccess');
    // The server uses this path for every kind and version.
    const path = `spec.devices.requests[${index}].adminAccess`;
    emit({
      code,
      consequence: 'invalid',
      path,
      span: key,
      message: `${path}: Forbidden: admin access to devices requires the \`${label}: true\` label on the containing namespace`,
      why: `The Namespace ${resource.namespace ?? ''} of the workspace does not have the label; the server refuses the create with 422 Invalid.`,
      remedy: `Add the label ${label}: "true" on the Namespace, or do not request admin access.`,
      source: 'k8s.io/kubernetes pkg/registry/resource/utils.go, AuthorizedForAdmin',
      dependsOn: ['metadata.namespace'],
      fixes: () => [],
    });
  },
};

/** The label that a binary checks; undefined if it checks none. */
function labelAt({ versions }: ApiSurface): string | undefined {
  return table.deviceAdminAccess.labels.findLast(({ since }) => factMinor(since) <= versions.binary)?.label;
}

/** Whether the namespace of a claim has a label; undefined if unknown. */
function hasLabel(subject: Subject, label: string): boolean | undefined {
  const objects = admissionOf(subject.surface);
  const request = objects && requestOf(subject, objects);
  if (objects === undefined || request === undefined || mayBeMutated(request, objects, subject)) return undefined;
  const labels = request.namespaceLabels();
  return labels && labels.get(label) === 'true';
}

/** The first beta had these fields directly in the request. */
function asksForAccess(request: Value): boolean {
  return (request.has('exactly') ? request.at('exactly') : request).at('adminAccess').isTrue;
}
