import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { type CelMap, type CelValue, string } from '../../cel/values.ts';
import type { JsonMap } from '../../crd/schema/json.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { Request } from '../admissionMatch.ts';
import { droppedFields } from '../fieldGates.ts';
import { admittedCustom, admittedObject } from './admitted.ts';

/** The object of a create request, as a target reads it. */
export interface Created {
  readonly resource: Resource;
  readonly served: ServedResource;
  readonly surface: ApiSurface;
  /** The custom resource when admission begins; undefined for built-in kinds. */
  readonly custom: JsonMap | undefined;
}

/** The known variables of expressions; others are unknown. Undefined if the object is unknown. */
export function variablesOf(request: Request, created: Created): ReadonlyMap<string, CelValue> | undefined {
  const object = objectOf(created);
  if (object === undefined) return undefined;
  const variables = new Map<string, CelValue>([
    ['object', withNames(object, created.resource)],
    ['oldObject', { type: 'null_type', value: null }],
    ['request', requestValue(request, created.resource.kind)],
  ]);
  const namespace = namespaceValue(request);
  if (namespace !== undefined) variables.set('namespaceObject', namespace);
  return variables;
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

/** An object as expressions see it; undefined for kinds with unknown defaulting. */
export function objectOf({ served, resource, surface, custom }: Created): CelMap | undefined {
  if (served.custom !== undefined) return custom && admittedCustom(custom);
  const type = surface.rootType(served);
  return type && admittedObject(resource.root, type, served, surface, droppedFields(surface, resource.kind));
}

/** Kind and version are those of the request, regardless of the type. */
function withNames(object: CelMap, { apiVersion, kind }: Resource): CelMap {
  return { ...object, entries: new Map([...object.entries, ...texts({ apiVersion, kind })]) };
}

function texts(all: Readonly<Record<string, string>>): readonly (readonly [string, readonly [CelValue, CelValue]])[] {
  return Object.entries(all).map(([key, value]) => [`s${key}`, [string(key), string(value)]]);
}

function requestValue({ group, version, resource, name, namespace }: Request, ofKind: string): CelMap {
  const map = (all: Readonly<Record<string, string>>): CelMap => ({ type: 'map', entries: new Map(texts(all)) });
  const kind = map({ group, version, kind: ofKind });
  const plural = map({ group, version, resource });
  const known = texts({
    operation: 'CREATE',
    subResource: '',
    requestSubResource: '',
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  });
  const entries = new Map<string, readonly [CelValue, CelValue]>([
    ...known,
    ['skind', [string('kind'), kind]],
    ['srequestKind', [string('requestKind'), kind]],
    ['sresource', [string('resource'), plural]],
    ['srequestResource', [string('requestResource'), plural]],
  ]);
  return { type: 'map', entries, partial: true, mayHave: () => true };
}
