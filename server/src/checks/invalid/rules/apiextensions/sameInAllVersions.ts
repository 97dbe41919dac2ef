import { entryFor, isNull, type MapNode, type Node } from '../../../../manifest/node.ts';
import type { Value } from '../../../value.ts';

/**
 * Whether a field is the same in all versions of a CustomResourceDefinition. The server then moves it out of the
 * versions into the spec before it validates.
 */
export function isSameInAllVersions(versions: readonly Value[], field: string): boolean {
  const [first, ...others] = versions.map((version) => version.at(field).node);
  return others.every((other) => areEqual(first, other));
}

/** Semantic equality: empty and null values count as absent. */
function areEqual(left: Node | undefined, right: Node | undefined): boolean {
  if (left === right) return true;
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  if (left === undefined || right === undefined || left.kind !== right.kind) return false;
  if (left.kind === 'scalar') return right.kind === 'scalar' && left.value === right.value;
  if (left.kind === 'list') {
    return (
      right.kind === 'list' &&
      left.items.length === right.items.length &&
      left.items.every((item, index) => areEqual(item, right.items[index]))
    );
  }
  return right.kind === 'map' && hasAll(left, right) && hasNothingElse(right, left);
}

function hasAll(a: MapNode, b: MapNode): boolean {
  return a.entries.every(({ key }) => areEqual(entryFor(a, key)?.value, entryFor(b, key)?.value));
}

/** Whether everything that only `b` has counts as absent. */
function hasNothingElse(b: MapNode, a: MapNode): boolean {
  return b.entries.every(({ key }) => entryFor(a, key) !== undefined || isNothing(entryFor(b, key)?.value));
}

function isNothing(node: Node | undefined): boolean {
  if (node === undefined || isNull(node)) return true;
  if (node.kind === 'list') return node.items.length === 0;
  return node.kind === 'scalar' && (node.value === '' || node.value === false);
}
