import { pathSteps } from '../manifest/lookup.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import type { AssembledResource } from './assembled.ts';

/** Whether a build may change any of some fields of a resource: dotted paths. False for generated resources. */
export function mayChange(
  { root, group, version, kind, changes }: AssembledResource,
  fields: readonly string[],
): boolean {
  if (root === undefined || changes.length === 0) return false;
  const apiVersion = `${group}/${version}`;
  return fields.some((path) => {
    const [found] = nodesAt(root, path);
    const field = { root, apiVersion, kind, steps: pathSteps(path), node: found?.node, message: '' };
    return changes.some((change) => change(field) !== 'none');
  });
}
