import type { Node } from '../../manifest/node.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { Check } from '../check.ts';
import { droppedFieldsOf } from '../fieldGates.ts';
import { Value } from '../value.ts';
import { sendsWarning } from './facts.ts';
import { rulesFor } from './registry.ts';

/** The warnings in the server's Warning header for an accepted object. */
export const serverWarning: Check = {
  codes: [
    {
      code: 'server-warning',
      consequences: ['warning'],
      title: 'The API server accepts the object with a warning',
    },
  ],
  resource(subject, emit) {
    const { availability, decoded, resource, surface } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    if (!sendsWarning(surface.versions.binary, 'anything')) return;
    const { group, kind, custom } = availability.resource;
    const type = surface.rootType(availability.resource);
    const root = new Value(
      resource.root,
      undefined,
      resource.kindSpan,
      type === undefined ? undefined : { kind: 'object', type },
      droppedFieldsOf(subject, decoded),
    );
    for (const rule of rulesFor(`${group}/${kind}`, custom !== undefined)) {
      rule.run(
        root,
        (at, message, remedy) =>
          emit({
            code: 'server-warning',
            consequence: 'warning',
            path: formatPath(at.path),
            span: spanOf(at),
            message,
            why: 'The API server accepts the object and sends this as a Warning header, which kubectl prints.',
            remedy,
            source: `k8s.io/kubernetes ${rule.source}`,
            fixes: () => [],
          }),
        surface,
      );
    }
  },
};

/** An item of a list is shown at its first field, or as a whole if it is a scalar. */
function spanOf({ key }: Value): Span {
  if (!isItem(key) || key.kind === 'scalar') return { start: key.start, end: key.end };
  const first = key.kind === 'map' ? key.entries[0]?.keySpan : undefined;
  return first === undefined ? { start: key.start, end: key.start + 1 } : { start: first.start, end: first.end };
}

/** A list item is its own key. */
function isItem(key: Span | Node): key is Node {
  return 'kind' in key;
}
