import { isNull, type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import { parseGroupVersion } from '../../target/groupVersion.ts';
import { type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Subject } from '../check.ts';
import { type CustomReference, customReferences } from './references.ts';

/** One object of a custom resource that names another API. */
export interface FoundReference {
  readonly reference: CustomReference;
  readonly object: MapNode;
  readonly path: FieldPath;
}

/** The references that are known of a custom resource; none of most. */
export function referencesIn({ resource }: Subject): readonly FoundReference[] {
  const { group } = parseGroupVersion(resource.apiVersion) ?? {};
  if (group === undefined) return [];
  return customReferences(group, resource.kind).flatMap((reference) =>
    [...objectsAt(resource.root, reference.path.split('.'), undefined)].map((found) => ({ reference, ...found })),
  );
}

/** The maps at a path whose steps end in `[]` where they hold lists. */
function* objectsAt(
  node: Node,
  [step, ...rest]: readonly string[],
  path: FieldPath,
): Iterable<{ readonly object: MapNode; readonly path: FieldPath }> {
  if (node.kind !== 'map' || isNull(node)) return;
  if (step === undefined) {
    yield { object: node, path };
    return;
  }
  const name = step.replace('[]', '');
  const value = valueFor(node, name);
  if (value === undefined) return;
  const below = fieldOf(path, name);
  if (name === step) yield* objectsAt(value, rest, below);
  else if (value.kind === 'list') {
    for (const [index, item] of value.items.entries()) yield* objectsAt(item, rest, itemOf(below, index));
  }
}
