import type { Resource } from '../manifest/manifest.ts';
import { isNull, type MapNode, mapFor, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { countOpenReads } from '../manifest/open.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { CustomDefinition, CustomVersion, DefinitionOrigin, ScalePaths, WrittenText } from './definition.ts';
import { readSchema } from './schema/readSchema.ts';

const group = 'apiextensions.k8s.io';
const kind = 'CustomResourceDefinition';

/** Whether a resource is a CustomResourceDefinition, of either version. */
export function isDefinition(resource: Resource): boolean {
  return resource.kind === kind && parseGroupVersion(resource.apiVersion)?.group === group;
}

/**
 * Reads a CustomResourceDefinition. Undefined without group, kind or version, because what it defines is then unknown.
 * Other problems are left to the check of the definition itself.
 */
export function readDefinition(resource: Resource, origin: DefinitionOrigin): CustomDefinition | undefined {
  if (!isDefinition(resource) || resource.partial !== undefined) return undefined;
  const spec = mapFor(resource.root, 'spec');
  const names = spec === undefined ? undefined : mapFor(spec, 'names');
  if (spec === undefined || names === undefined) return undefined;
  const [ofGroup, ofKind, plural] = [stringFor(spec, 'group'), stringFor(names, 'kind'), stringFor(names, 'plural')];
  const isOld = parseGroupVersion(resource.apiVersion)?.version !== 'v1';
  const versions = versionsOf(spec, isOld);
  if (ofGroup === undefined || ofKind === undefined || plural === undefined || versions.length === 0) return undefined;
  const preserve = valueFor(spec, 'preserveUnknownFields');
  const conversion = mapFor(spec, 'conversion');
  const status = mapFor(resource.root, 'status');
  return {
    group: ofGroup,
    kind: ofKind,
    plural,
    singular: stringFor(names, 'singular') ?? ofKind.toLowerCase(),
    listKind: stringFor(names, 'listKind') ?? `${ofKind}List`,
    shortNames: textsFor(names, 'shortNames'),
    categories: textsFor(names, 'categories'),
    namespaced: stringFor(spec, 'scope') !== 'Cluster',
    versions,
    preserveUnknownFields: preserve === undefined ? isOld : isTrue(preserve),
    conversion:
      resource.convertedByWebhook === true || (conversion && stringFor(conversion, 'strategy')) === 'Webhook'
        ? 'Webhook'
        : 'None',
    storedVersions: status === undefined ? [] : textsFor(status, 'storedVersions'),
    annotations: annotationsOf(resource.root),
    writtenAs: resource.apiVersion,
    origin,
    spec,
  };
}

const known = new WeakMap<Resource, CustomDefinition>();

/**
 * Reads a CustomResourceDefinition without its origin, once per resource. Open parts of a template are read again by
 * each caller, which must track them.
 */
export function definitionOf(resource: Resource): CustomDefinition | undefined {
  // Called for every resource, few of which are definitions: no cache look-up for others.
  if (!isDefinition(resource)) return undefined;
  let definition = known.get(resource);
  if (definition !== undefined) return definition;
  const openReads = countOpenReads();
  definition = readDefinition(resource, { label: '', file: undefined, isPartial: false });
  if (definition !== undefined && countOpenReads() === openReads) known.set(resource, definition);
  return definition;
}

/** `spec.versions`; betas may name one version in `spec.version`, and share one schema in `spec.validation`. */
function versionsOf(spec: MapNode, isOld: boolean): readonly CustomVersion[] {
  const shared = isOld ? spec : undefined;
  const listed = valueFor(spec, 'versions');
  if (listed?.kind === 'list' && listed.items.length > 0) {
    return listed.items.flatMap((item) => (item.kind === 'map' ? (versionOf(item, shared) ?? []) : []));
  }
  const name = stringFor(spec, 'version');
  if (!isOld || name === undefined) return [];
  return [versionAt(spec, undefined, { name, served: true, storage: true, span: valueFor(spec, 'version') })];
}

function versionOf(node: MapNode, shared: MapNode | undefined): CustomVersion | undefined {
  const name = stringFor(node, 'name');
  if (name === undefined) return undefined;
  const [served, storage] = [isTrue(valueFor(node, 'served')), isTrue(valueFor(node, 'storage'))];
  return versionAt(node, shared, { name, served, storage, span: valueFor(node, 'name') });
}

/** A version with its own properties, or the shared ones of a beta. */
function versionAt(
  node: MapNode,
  shared: MapNode | undefined,
  { name, served, storage, span }: Pick<CustomVersion, 'name' | 'served' | 'storage' | 'span'>,
): CustomVersion {
  const at = (name: string): Node | undefined =>
    valueFor(node, name) ?? (shared === undefined ? undefined : valueFor(shared, name));
  const validation = at('schema') ?? at('validation');
  const subresources = at('subresources');
  const has = (name: string): Node | undefined =>
    subresources?.kind === 'map' ? valueFor(subresources, name) : undefined;
  return {
    name,
    served,
    storage,
    span,
    deprecated: isTrue(valueFor(node, 'deprecated')),
    deprecationWarning: stringFor(node, 'deprecationWarning'),
    // Schemas are most of a definition's text, and most are never needed. Each is read once.
    get schema() {
      return readSchema(validation?.kind === 'map' ? valueFor(validation, 'openAPIV3Schema') : undefined);
    },
    hasStatus: has('status') !== undefined,
    scale: scaleOf(has('scale')),
    get selectableFields() {
      return pathsOf(at('selectableFields'));
    },
  };
}

function scaleOf(node: Node | undefined): ScalePaths | undefined {
  if (node?.kind !== 'map') return undefined;
  return {
    specReplicas: stringFor(node, 'specReplicasPath') ?? '',
    statusReplicas: stringFor(node, 'statusReplicasPath') ?? '',
    labelSelector: stringFor(node, 'labelSelectorPath') ?? '',
  };
}

function pathsOf(node: Node | undefined): readonly string[] {
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((item) => (item.kind === 'map' ? (stringFor(item, 'jsonPath') ?? []) : []));
}

function annotationsOf(root: MapNode): ReadonlyMap<string, WrittenText> {
  const metadata = mapFor(root, 'metadata');
  const annotations = metadata === undefined ? undefined : mapFor(metadata, 'annotations');
  return new Map(
    annotations?.entries.flatMap(({ key, keySpan, value }) =>
      value.kind === 'scalar' && typeof value.value === 'string' ? [[key, { text: value.value, span: keySpan }]] : [],
    ),
  );
}

function textsFor(map: MapNode, name: string): readonly string[] {
  const node = valueFor(map, name);
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []));
}

function isTrue(node: Node | undefined): boolean {
  return node !== undefined && !isNull(node) && node.kind === 'scalar' && node.value === true;
}
