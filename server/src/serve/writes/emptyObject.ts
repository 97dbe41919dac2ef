import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { writeForms } from '../../checks/completed/writtenForms.ts';
import type { Value, ValueMap } from '../../conversion/value.ts';
import { type Draft, DraftMap } from '../../manifest/reconcile/draft.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';

/**
 * An object of a resource without values, as the server writes it: managers do not own what is there already. Source:
 * k8s.io/apimachinery pkg/util/managedfields/internal/fieldmanager.go, which compares a create with a new Go value.
 */
export function emptyObject(served: ServedResource, surface: ApiSurface): ValueMap {
  const identity: ValueMap = { apiVersion: formatGroupVersion(served), kind: served.kind, metadata: {} };
  const type = served.custom === undefined ? surface.rootType(served) : undefined;
  if (type === undefined) return identity;
  const draft = new DraftMap();
  writeForms(draft, type);
  return { ...draftFields(draft), ...identity };
}

/** The plain data of a draft. */
export function draftFields(draft: DraftMap): ValueMap {
  return Object.fromEntries([...draft.fields()].map(({ key, value }) => [key, valueIn(value)]));
}

function valueIn(draft: Draft): Value {
  if (draft.kind === 'map') return draftFields(draft);
  return draft.kind === 'list' ? draft.items.map(valueIn) : draft.value;
}
