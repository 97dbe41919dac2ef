import { entryFor, isNull, type MapNode, type Node } from '../manifest/node.ts';
import type { JsonPatchOperation } from './jsonPatchOperations.ts';
import { isIndex } from './jsonPointer.ts';
import { isSameItem } from './sameItem.ts';

/** The certain effects of a patch on a resource; paths are keys and item indices. */
export interface PatchWrites {
  readonly values: readonly { readonly steps: readonly string[]; readonly value: Node }[];
  /** The lists whose items may have other numbers afterwards. */
  readonly moved: readonly (readonly string[])[];
  /** The paths that must exist for the patch to apply. */
  readonly read: readonly (readonly string[])[];
}

const nothing: PatchWrites = { values: [], moved: [], read: [] };

/** The effects of a JSON patch operation. */
export function writesOfOperation({ op, path, from, value }: JsonPatchOperation, root: MapNode): PatchWrites {
  const steps = path?.segments.map(({ name }) => name) ?? [];
  const read = [
    ...(op === 'test' ? [steps] : []),
    ...(from === undefined ? [] : [from.segments.map(({ name }) => name)]),
  ];
  const parent = nodeAt(root, steps.slice(0, -1));
  const moves = parent?.kind === 'list' && op !== 'replace' && op !== 'test';
  const isWritten = (op === 'add' && parent?.kind === 'map') || (op === 'replace' && nodeAt(root, steps) !== undefined);
  // Identity and labels are tracked elsewhere.
  const isKept = steps.length === 0 || !isBody(steps);
  return {
    values: isWritten && !isKept && value !== undefined && !isNull(value) ? [{ steps, value }] : [],
    moved: moves ? [steps.slice(0, -1)] : [],
    read,
  };
}

/** The effects of a merged patch. */
export function writesOfMerge(patch: MapNode, root: MapNode): PatchWrites {
  return merged(patch, root, []) ?? nothing;
}

/** Undefined where directives decide. */
function merged(patch: MapNode, into: Node | undefined, steps: readonly string[]): PatchWrites | undefined {
  if (patch.entries.some(({ key }) => key.startsWith('$'))) return undefined;
  const values: { steps: readonly string[]; value: Node }[] = [];
  const moved: (readonly string[])[] = [];
  for (const { key, value } of patch.entries) {
    const below = [...steps, key];
    const there = into?.kind === 'map' ? entryFor(into, key)?.value : undefined;
    if (!isBody(below) || isNull(value)) continue;
    if (value.kind === 'scalar') values.push({ steps: below, value });
    else if (value.kind === 'list') moved.push(...listsMoved(value.items, there, below));
    else {
      const inner = merged(value, there, below);
      values.push(...(inner?.values ?? []));
      moved.push(...(inner?.moved ?? []));
    }
  }
  return { values, moved, read: [] };
}

/** Items that are not there yet are put in front of the others, and some lists are replaced as a whole. */
function listsMoved(items: readonly Node[], there: Node | undefined, at: readonly string[]): PatchWrites['moved'] {
  if (there?.kind !== 'list') return [];
  const isThere = (item: Node) =>
    item.kind === 'map' && there.items.some((other) => other.kind === 'map' && isSameItem(item, other) === true);
  return items.every(isThere) ? [] : [at];
}

function isBody([first]: readonly string[]): boolean {
  return first !== 'metadata' && first !== 'apiVersion' && first !== 'kind';
}

function nodeAt(root: Node, steps: readonly string[]): Node | undefined {
  let at: Node | undefined = root;
  for (const step of steps) {
    if (at.kind === 'map') at = entryFor(at, step)?.value;
    else at = at.kind === 'list' && isIndex(step) ? at.items[Number(step)] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}
