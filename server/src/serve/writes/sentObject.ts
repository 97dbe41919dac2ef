import type { ServedResource } from '../../catalog/surface.ts';
import { nodeOfValue, type Value } from '../../conversion/value.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { entryFor, type MapNode, mapFor, type Node, stringFor } from '../../manifest/node.ts';
import { resourceAt } from '../../manifest/resources/resourceAt.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import type { ObjectKey } from '../objects/store.ts';
import { badRequest } from '../transport/answer.ts';
import { parsedFields } from './sentText.ts';

/** An object of a request, identified. */
export interface SentObject {
  readonly resource: Resource;
  /** The text that its spans refer to. */
  readonly text: string;
}

/** The path of a request that an object is sent to. */
export interface SentTo {
  readonly served: ServedResource;
  readonly namespace: string | undefined;
  /** Undefined for a create. */
  readonly name: string | undefined;
}

/**
 * Reads an object as it is sent to a path, which completes what the object leaves out. Throws a Refusal if they
 * contradict each other. Source: k8s.io/apiserver pkg/endpoints/handlers/create.go and update.go, pkg/registry/rest.
 */
export function sentObject(text: string, to: SentTo): SentObject {
  return identified(parsedFields(text), text, to);
}

/** Identifies an object that is already read. */
export function identified(sent: MapNode, text: string, { served, namespace, name }: SentTo): SentObject {
  const apiVersion = stringFor(sent, 'apiVersion') ?? '';
  const kind = stringFor(sent, 'kind') ?? '';
  const expected = formatGroupVersion(served);
  // Go reads /v1 as v1.
  if (apiVersion !== '' && apiVersion !== expected && apiVersion !== `/${expected}`) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  if (kind !== '' && kind !== served.kind) {
    throw badRequest(`${cannotBeHandled(kind, served)}: ${unknownConversion(kind, served)}`);
  }
  let root = apiVersion === expected ? sent : withField(sent, 'apiVersion', expected);
  if (kind === '') root = withField(root, 'kind', served.kind);
  const metadata = mapFor(root, 'metadata');
  const sentNamespace = (metadata && stringFor(metadata, 'namespace')) ?? '';
  if (served.namespaced && namespace !== undefined && sentNamespace !== namespace) {
    if (sentNamespace !== '') {
      throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
    }
    root = withMetadata(root, 'namespace', namespace);
  }
  if (name !== undefined) {
    const sentName = (metadata && stringFor(metadata, 'name')) ?? '';
    if (sentName !== '' && sentName !== name) {
      throw badRequest(`the name of the object (${sentName}) does not match the name on the URL (${name})`);
    }
    if (sentName === '')
      throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  const resource = resourceAt(root, 0, undefined);
  if (resource === undefined) throw badRequest('the object has no apiVersion and kind');
  return { resource, text };
}

/** How the server begins to refuse an object of a kind that it cannot decode. */
export function cannotBeHandled(kind: string, { kind: expected, version }: ServedResource): string {
  return `${kind} in version "${version}" cannot be handled as a ${expected}`;
}

/** Why an object of another kind cannot be decoded. */
export function unknownConversion(kind: string, { kind: expected }: ServedResource): string {
  return `converting (${kind}) to (${expected}): unknown conversion`;
}

function withMetadata(root: MapNode, name: string, value: string): MapNode {
  const metadata = mapFor(root, 'metadata') ?? { kind: 'map', entries: [], flow: false, start: 0, end: 0 };
  return withNode(root, 'metadata', withField(metadata, name, value));
}

function withField(map: MapNode, key: string, value: Value): MapNode {
  return withNode(map, key, nodeOfValue(value, { start: map.start, end: map.start }));
}

function withNode(map: MapNode, key: string, value: Node): MapNode {
  const keySpan = entryFor(map, key)?.keySpan ?? { start: map.start, end: map.start };
  return { ...map, entries: [...map.entries.filter((entry) => entry.key !== key), { key, keySpan, value }] };
}

/** The identity of a sent object. */
export function keyOf({ served, namespace, name }: SentTo, { resource }: SentObject): ObjectKey {
  return {
    served,
    namespace: served.namespaced ? (namespace ?? resource.namespace) : undefined,
    name: name ?? resource.name ?? '',
  };
}
