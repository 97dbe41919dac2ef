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
function areEqual(a: Node | undefined, b: Node | undefined): boolean {
  if (a === b) return true;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  if (a === undefined || b === undefined || a.kind !== b.kind) return false;
  if (a.kind === 'scalar') return b.kind === 'scalar' && a.value === b.value;
  if (a.kind === 'list') {
    return (
      b.kind === 'list' &&
      a.items.length === b.items.length &&
      a.items.every((item, index) => areEqual(item, b.items[index]))
    );
  }
  return b.kind === 'map' && hasAll(a, b) && hasNothingElse(b, a);
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
