import type { Resource } from '../manifest/manifest.ts';
import { groupKind } from './rules.ts';

/** The identity of an object, with the group of its kind and without it. None for a generated name: no update can refer to it. */
export function keysOf(resource: Resource, namespace: string): readonly string[] {
  if (resource.name === undefined) return [];
  return [groupKind(resource), `*/${resource.kind}`].map((kind) => [kind, namespace, resource.name].join('\n'));
}
