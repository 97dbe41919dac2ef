import { entryFor, mapFor } from '../../manifest/node.ts';
import { fieldOf } from '../../text/fieldPath.ts';
import type { Emit, Subject } from '../check.ts';
import { reportDropped } from './report.ts';

/** The namespace of an object of a kind that is in none is cleared. */
export function namespaceOfClusterScoped(subject: Subject, emit: Emit): void {
  const { availability, decoded, resource } = subject;
  if (resource.namespace === undefined || availability.state !== 'served' || availability.resource.namespaced) return;
  if (decoded === undefined || decoded.errors.length > 0) return;
  const metadata = mapFor(resource.root, 'metadata');
  const entry = metadata === undefined ? undefined : entryFor(metadata, 'namespace');
  if (entry === undefined) return;
  reportDropped(
    { subject, path: fieldOf(fieldOf(undefined, 'metadata'), 'namespace'), key: entry.keySpan },
    `${resource.kind} is cluster-scoped: its objects have no namespace.`,
    'Leave it out.',
    'staging/src/k8s.io/apiserver/pkg/registry/rest/meta.go, EnsureObjectNamespaceMatchesRequestNamespace',
    emit,
  );
}
