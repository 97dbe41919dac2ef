import type { FieldTexts } from '../catalog/fieldTexts.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { FieldDefinition } from '../catalog/types.ts';
import type { CustomDefinition } from '../crd/definition.ts';
import { installedVersion } from '../crd/installed.ts';
import { entryFor, type MapNode, mapFor, type Node } from '../manifest/node.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { Steps, Typed } from './typeAt.ts';

/**
 * What a field is for: of a custom resource in the words of its CustomResourceDefinition, of anything else in those of
 * Kubernetes' OpenAPI. Undefined where nobody says.
 *
 * @param at the object that has the field.
 */
export function describedBy(
  at: Typed,
  field: FieldDefinition,
  surface: ApiSurface,
  texts: FieldTexts | undefined,
): string | undefined {
  const { gvk } = at;
  const schema = gvk === undefined ? undefined : schemaOf(gvk, surface);
  const own = schema && descriptionAt(schema, [...at.steps, field.name]);
  if (own !== undefined || texts === undefined) return own;
  const owner = at.type?.kind === 'object' ? at.type.type : at.type?.kind === 'schema-or' ? at.type.schema : undefined;
  return owner && texts.ofField(owner, field);
}

/** The schema of a custom resource as its definition writes it; undefined of what is built in. */
function schemaOf(gvk: GroupVersionKind, surface: ApiSurface): MapNode | undefined {
  const availability = surface.availability(gvk);
  const installed = availability.state === 'served' ? installedVersion(availability.resource) : undefined;
  return installed && writtenSchema(installed.definition, gvk.version);
}

/** Versions have schemas of their own, but for those of `v1beta1`, which may share one. */
function writtenSchema({ spec }: CustomDefinition, version: string): MapNode | undefined {
  if (spec === undefined) return undefined;
  const versions = entryFor(spec, 'versions')?.value;
  const own =
    versions?.kind === 'list'
      ? versions.items.find((one) => one.kind === 'map' && textIn(one, 'name') === version)
      : undefined;
  const ofVersion = own?.kind === 'map' ? mapFor(own, 'schema') : undefined;
  const holder = ofVersion ?? mapFor(spec, 'validation');
  return holder && mapFor(holder, 'openAPIV3Schema');
}

function descriptionAt(schema: MapNode, steps: Steps): string | undefined {
  let at: MapNode | undefined = schema;
  for (const step of steps) {
    const properties: MapNode | undefined = at && mapFor(at, 'properties');
    const named: Node | undefined = properties && entryFor(properties, String(step))?.value;
    const next: Node | undefined =
      named ?? (at && entryFor(at, typeof step === 'number' ? 'items' : 'additionalProperties')?.value);
    at = next?.kind === 'map' ? next : undefined;
  }
  return at && textIn(at, 'description');
}

function textIn(map: MapNode, key: string): string | undefined {
  const node = entryFor(map, key)?.value;
  return node?.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' ? node.value : undefined;
}
