import type { Finding } from '../../finding.ts';
import { removeField } from '../../manifest/edit/removeField.ts';
import { isNull, type MapEntry, type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import type { Check, Emit, Subject } from '../check.ts';

/** Fields that the server or its controllers write, and the effect of a manifest's value. */
export const ownedMetadata: ReadonlyMap<string, string> = new Map([
  ['creationTimestamp', 'The server writes it when it creates the object.'],
  ['deletionTimestamp', 'The server writes it when the object is deleted.'],
  ['deletionGracePeriodSeconds', 'The server writes it when the object is deleted.'],
  ['generation', 'The server increments it with every change of the spec.'],
  ['managedFields', 'The server records in it who set which field; apply refuses objects that contain it.'],
  [
    'resourceVersion',
    'The server writes it: a create that sets it is refused, and an update with an outdated value fails.',
  ],
  ['selfLink', 'Servers since 1.20 neither set nor read it.'],
  ['uid', 'The server sets it at creation; an update with another value fails.'],
]);

/** `status` and the metadata that the server writes: of no use in a manifest. */
export const serverOwnedField: Check = {
  codes: [
    {
      code: 'server-owned-field',
      consequences: ['advice', 'undecodable', 'invalid'],
      title: 'The server or a controller owns the field',
    },
  ],
  resource(subject, emit) {
    if (subject.decoded === undefined) return;
    const { root } = subject.resource;
    for (const entry of root.entries) {
      if (entry.key !== 'status' || isEmpty(entry) || !ownsStatus(subject)) continue;
      give(subject, root, entry, 'status', 'It is the observed state; controllers write it.', emit);
    }
    const metadata = mapFor(root, 'metadata');
    for (const entry of metadata?.entries ?? []) {
      const why = ownedMetadata.get(entry.key);
      if (metadata === undefined || why === undefined || isEmpty(entry)) continue;
      const path = `metadata.${entry.key}`;
      const refusal = refusalOf(subject, metadata, entry.key);
      give(subject, metadata, entry, path, refusal?.why ?? why, emit, refusal);
    }
  },
};

/** Why a server refuses a field that it writes itself. */
interface Refusal {
  readonly consequence: 'undecodable' | 'invalid';
  readonly words: string;
  readonly why: string;
  readonly source: string;
}

/** The reason for which a server refuses an update because of a metadata field. */
function refusalOf({ change, stored }: Subject, metadata: MapNode, field: string): Refusal | undefined {
  if (field === 'managedFields' && (change === 'apply' || change === 'server-side-apply')) {
    return {
      consequence: 'undecodable',
      words: 'metadata.managedFields must be nil',
      why: 'Server-side apply refuses objects with managedFields (400). kubectl apply without --server-side sends them, and the server accepts them.',
      source: 'k8s.io/apimachinery pkg/util/managedfields/internal/fieldmanager.go, Apply',
    };
  }
  const uid = stringFor(metadata, 'uid');
  const storedMetadata = stored && mapFor(stored.resource.root, 'metadata');
  const of = storedMetadata && stringFor(storedMetadata, 'uid');
  if (field !== 'uid' || !uid || !of || uid === of) return undefined;
  return {
    consequence: 'invalid',
    words: `metadata.uid: the stored object has ${of}`,
    why: 'The uid of an object never changes. An apply with another uid is refused with 422, field is immutable, an update with 409.',
    source: 'k8s.io/apimachinery pkg/api/validation/objectmeta.go, ValidateObjectMetaAccessorUpdate',
  };
}

/** Without a status subresource, the status of a custom resource is an ordinary field. */
function ownsStatus({ availability, surface }: Subject): boolean {
  if (availability.state !== 'served') return false;
  const { resource } = availability;
  return surface.rootType(resource)?.fields.has('status') === true && resource.custom?.hasStatus !== false;
}

function give(
  { text }: Subject,
  owner: MapNode,
  entry: MapEntry,
  path: string,
  why: string,
  emit: Emit,
  refusal?: Refusal,
): void {
  const edit = removeField(text, owner, entry);
  const finding: Finding = {
    code: 'server-owned-field',
    consequence: refusal?.consequence ?? 'advice',
    path,
    span: entry.keySpan,
    message: refusal?.words ?? `${path} is written by the cluster and does not belong in a manifest`,
    why,
    remedy: 'Remove it from the manifest.',
    source:
      refusal?.source ??
      'https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md',
    fixes: () =>
      edit === undefined
        ? []
        : [
            {
              title: `Remove ${path}`,
              kind: 'partial',
              edits: [edit],
              left: ['make sure that no tool reads it from the file'],
            },
          ],
  };
  emit(finding);
}

function isEmpty({ value }: MapEntry): boolean {
  return isNull(value) || (value.kind === 'map' && value.entries.length === 0);
}
