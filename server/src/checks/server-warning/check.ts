import { formatMinor } from '../../target/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';
import { droppedFields } from '../fieldGates.ts';
import { Cursor } from './cursor.ts';
import { sends } from './facts.ts';
import { rulesFor } from './registry.ts';

/** What the server itself warns of while it takes an object, in its Warning header. */
export const serverWarning: Check = {
  codes: [
    {
      code: 'server-warning',
      consequences: ['warning'],
      title: 'Something that the API server takes and warns of',
    },
  ],
  resource(subject, report) {
    const { availability, decoded, resource, surface } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    if (!sends(surface.versions.binary, 'anything')) return;
    const { group, kind, custom } = availability.resource;
    const type = surface.rootType(availability.resource);
    const root = new Cursor(
      resource.root,
      undefined,
      resource.kindSpan,
      type === undefined ? undefined : { kind: 'object', type },
      droppedFields(surface),
    );
    for (const rule of rulesFor(`${group}/${kind}`, custom !== undefined)) {
      rule.run(
        root,
        (at, message, remedy) =>
          report({
            code: 'server-warning',
            consequence: 'warning',
            path: formatPath(at.path),
            span: { start: at.key.start, end: at.key.end },
            message,
            why: `An API server of Kubernetes ${formatMinor(surface.versions.binary)} accepts the object and says so in a Warning header, which kubectl prints.`,
            remedy,
            source: `k8s.io/kubernetes ${rule.source}`,
            fixes: [],
          }),
        surface,
      );
    }
  },
};
