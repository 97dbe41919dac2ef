import { structOf } from '../catalog/structOf.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField } from '../catalog/types.ts';
import type { CustomDefinition } from '../crd/definition.ts';
import { installedVersion } from '../crd/installed.ts';
import { entryFor, type MapNode, mapFor, type Node } from '../manifest/node.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { PathSteps } from '../text/fieldPath.ts';
import type { Descriptions } from './descriptions.ts';
import type { TypeAtPosition } from './typeAt.ts';

/**
 * The purpose of a field: for a custom resource from its CustomResourceDefinition, or else from its project; for
 * anything else from Kubernetes' OpenAPI. Undefined if unknown.
 *
 * @param at the object with the field.
 */
export function descriptionOf(
  at: TypeAtPosition,
  field: ApiField,
  surface: ApiSurface,
  descriptions: Descriptions,
): string | undefined {
  const text = writtenDescription(at, field, surface, descriptions);
  return text === undefined ? undefined : withoutMarkers(text);
}

/** Marks of generators, such as `<gateway:experimental>` and `+optional`, are not for readers. */
function withoutMarkers(text: string): string {
  return text
    .replace(/<\/?gateway:[^>\n]*>/g, '')
    .replace(/^[ \t]*\+[a-z]+(?:[:=][^\n]*)?$/gim, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function writtenDescription(
  at: TypeAtPosition,
  field: ApiField,
  surface: ApiSurface,
  descriptions: Descriptions,
): string | undefined {
  const { gvk, type } = at;
  const custom = gvk && ofCustom(gvk, [...at.steps, field.name], surface, descriptions);
  if (custom !== undefined) return custom;
  const owner = structOf(type);
  if (owner === undefined) return undefined;
  for (const texts of descriptions.ofKubernetes(surface)) {
    const description = texts.ofField(owner, field);
    if (description !== undefined) return description;
  }
  return undefined;
}

/** Definitions are often installed without descriptions, since they are large; built-in sets never have them. */
function ofCustom(
  gvk: GroupVersionKind,
  steps: PathSteps,
  surface: ApiSurface,
  descriptions: Descriptions,
): string | undefined {
  const availability = surface.availability(gvk);
  const installed = availability.state === 'served' ? installedVersion(availability.resource) : undefined;
  if (installed === undefined) return undefined;
  const schema = writtenSchema(installed.definition, gvk.version);
  return (schema && descriptionAt(schema, steps)) ?? descriptions.ofGroup(gvk.group)?.ofField(gvk.kind, steps);
}

/** Versions have separate schemas, except those of `v1beta1`, which may share one. */
function writtenSchema({ spec }: CustomDefinition, version: string): MapNode | undefined {
  if (spec === undefined) return undefined;
  const versions = entryFor(spec, 'versions')?.value;
  const node =
    versions?.kind === 'list'
      ? versions.items.find((item) => item.kind === 'map' && textIn(item, 'name') === version)
      : undefined;
  const ofVersion = node?.kind === 'map' ? mapFor(node, 'schema') : undefined;
  const holder = ofVersion ?? mapFor(spec, 'validation');
  return holder && mapFor(holder, 'openAPIV3Schema');
}

function descriptionAt(schema: MapNode, steps: PathSteps): string | undefined {
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
