import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { groupResource } from '../../catalog/catalog.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { writeForms, writtenStructs } from '../../checks/completed/writtenForms.ts';
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
  return { ...fieldsOf(draft), ...identity };
}

/**
 * The status of a new object: what its Go struct always writes, and what the server sets (PrepareForCreate in
 * k8s.io/kubernetes pkg/registry). Undefined for kinds without one, and custom ones.
 */
export function newStatus(served: ServedResource, surface: ApiSurface): ValueMap | undefined {
  const type = served.custom === undefined ? surface.rootType(served) : undefined;
  const status = type?.fields.get('status')?.type;
  if (type === undefined || status?.kind !== 'object' || !writtenStructs(type).includes('status')) return undefined;
  const draft = new DraftMap();
  writeForms(draft, status.type);
  return { ...fieldsOf(draft), ...statuses.get(groupResource(served.group, served.resource)) };
}

const statuses: ReadonlyMap<string, ValueMap> = new Map(Object.entries(table.newStatus));

function fieldsOf(draft: DraftMap): ValueMap {
  return Object.fromEntries([...draft.fields()].map(({ key, value }) => [key, valueIn(value)]));
}

function valueIn(draft: Draft): Value {
  if (draft.kind === 'map') return fieldsOf(draft);
  return draft.kind === 'list' ? draft.items.map(valueIn) : draft.value;
}
