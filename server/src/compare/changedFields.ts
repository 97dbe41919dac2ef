import { entryFor, isNull, type MapNode, type Node } from '../manifest/node.ts';
import { entryOf, type FieldPath, fieldOf, formatPath, itemOf } from '../text/fieldPath.ts';

/**
 * The paths of values that differ between two versions of an object, in the order of the newer one; removed fields come
 * last in their object. Lists of different lengths are one difference. Absent and `null` are equal, as in decoding.
 */
export function changedFields(old: Node, now: Node): readonly string[] {
  return [...changes(old, now, undefined)].map(formatPath);
}

function* changes(old: Node | undefined, now: Node | undefined, path: FieldPath): Generator<FieldPath, void, void> {
  const [before, after] = [presentNode(old), presentNode(now)];
  if (before?.kind === 'map' && after?.kind === 'map') {
    for (const key of new Set([...keysOf(after), ...keysOf(before)])) {
      yield* changes(entryFor(before, key)?.value, entryFor(after, key)?.value, stepTo(path, key));
    }
  } else if (before?.kind === 'list' && after?.kind === 'list' && before.items.length === after.items.length) {
    for (const [index, item] of after.items.entries()) yield* changes(before.items[index], item, itemOf(path, index));
  } else if (!isSameLeaf(before, after)) {
    yield path;
  }
}

/** Without a schema, a key that looks like the name of a field is formatted as one. */
function stepTo(path: FieldPath, key: string): FieldPath {
  return /^[A-Za-z$][\w$-]*$/.test(key) ? fieldOf(path, key) : entryOf(path, key);
}

function presentNode(node: Node | undefined): Node | undefined {
  return node === undefined || isNull(node) ? undefined : node;
}

function keysOf({ entries }: MapNode): readonly string[] {
  return entries.map(({ key }) => key);
}

function isSameLeaf(before: Node | undefined, after: Node | undefined): boolean {
  if (before?.kind === 'scalar' && after?.kind === 'scalar') return before.value === after.value;
  return before === undefined && after === undefined;
}
