import { type CelMap, type CelValue, string } from '../../cel/values.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { GroupVersion } from '../../targets/groupVersion.ts';
import type { Request } from '../admissionMatch.ts';
import { droppedFields } from '../fieldGates.ts';
import { admittedObject } from './admitted.ts';
import { admittedCustom } from './admittedCustom.ts';
import type { AdmittedObject } from './admittedObjects.ts';
import type { Attributes } from './attributes.ts';

/** The known variables of expressions; others are unknown. Undefined if the object is unknown. */
export function variablesOf({ request, matched, object, old }: Attributes): ReadonlyMap<string, CelValue> | undefined {
  const value = objectOf(object);
  if (value === undefined) return undefined;
  const variables = new Map<string, CelValue>([
    ['object', withNames(value, object.resource)],
    ['request', requestValue(request, matched, object.resource.kind)],
  ]);
  const before = oldValue(old);
  if (before !== undefined) variables.set('oldObject', before);
  const namespace = namespaceValue(request);
  if (namespace !== undefined) variables.set('namespaceObject', namespace);
  return variables;
}

function oldValue(old: Attributes['old']): CelValue | undefined {
  if (old === 'none') return { type: 'null_type', value: null };
  const value = old === 'unknown' ? undefined : objectOf(old);
  return old === 'unknown' || value === undefined ? undefined : withNames(value, old.resource);
}

/** The namespace of a request: its name and labels, if a file has it; its other fields are unknown. */
function namespaceValue({ namespaced, namespace, namespaceLabels }: Request): CelValue | undefined {
  if (!namespaced) return { type: 'null_type', value: null };
  const labels = namespaceLabels();
  if (namespace === undefined || labels === undefined) return undefined;
  const partial = (entries: CelMap['entries']): CelMap => ({
    type: 'map',
    entries,
    partial: true,
    mayHave: () => true,
  });
  const found: CelMap = { type: 'map', entries: new Map(texts(Object.fromEntries(labels))) };
  const metadata = partial(new Map([...texts({ name: namespace }), ['slabels', [string('labels'), found]]]));
  return partial(new Map([['smetadata', [string('metadata'), metadata]]]));
}

/** An object as expressions see it; undefined for one that is not completed. */
export function objectOf({
  served,
  resource,
  surface,
  custom,
  isShared,
  completion,
}: AdmittedObject): CelMap | undefined {
  if (served.custom !== undefined) return custom && admittedCustom(custom, isShared === true);
  const type = surface.rootType(served);
  if (type === undefined || completion === undefined) return undefined;
  const isDropped = droppedFields(surface, resource.kind);
  return admittedObject({ ...completion, root: resource.root }, type, served, surface, {
    isDropped,
    isShared: isShared === true,
    writers: completion.writers,
    decided: completion.decided ?? [],
  });
}

/** Kind and version are those of the request, regardless of the type. */
function withNames(object: CelMap, { apiVersion, kind }: Resource): CelMap {
  return { ...object, entries: new Map([...object.entries, ...texts({ apiVersion, kind })]) };
}

function texts(all: Readonly<Record<string, string>>): readonly (readonly [string, readonly [CelValue, CelValue]])[] {
  return Object.entries(all).map(([key, value]) => [`s${key}`, [string(key), string(value)]]);
}

function requestValue(request: Request, matched: GroupVersion, kind: string): CelMap {
  const { operation, resource, name, namespace, namespaced } = request;
  const map = (all: Readonly<Record<string, string>>): CelMap => ({ type: 'map', entries: new Map(texts(all)) });
  const kindIn = ({ group, version }: GroupVersion) => map({ group, version, kind });
  const resourceIn = ({ group, version }: GroupVersion) => map({ group, version, resource });
  const known = texts({
    operation,
    subResource: '',
    requestSubResource: '',
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  });
  const entries = new Map<string, readonly [CelValue, CelValue]>([
    ...known,
    ['skind', [string('kind'), kindIn(matched)]],
    ['srequestKind', [string('requestKind'), kindIn(request)]],
    ['sresource', [string('resource'), resourceIn(matched)]],
    ['srequestResource', [string('requestResource'), resourceIn(request)]],
  ]);
  entries.set('suserInfo', [string('userInfo'), user]);
  const present = new Set(['sdryRun', ...(namespaced ? ['snamespace'] : [])]);
  return { type: 'map', entries, partial: true, mayHave: () => true, surelyHas: (key) => present.has(key) };
}

/**
 * The user of a request, who is not known. Everyone has a name and is in `system:authenticated` or
 * `system:unauthenticated` (k8s.io/apiserver pkg/authentication/group).
 */
const user: CelMap = {
  type: 'map',
  entries: new Map(),
  partial: true,
  mayHave: () => true,
  surelyHas: (key) => key === 'susername' || key === 'sgroups',
};
