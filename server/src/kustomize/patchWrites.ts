import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { isIndex } from '../manifest/jsonPointer.ts';
import { entryFor, isNull, type ListNode, type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { type FieldPath, itemOf, pathOfSteps } from '../text/fieldPath.ts';
import type { JsonPatchOperation } from './jsonPatchOperations.ts';
import { isSameItem } from './sameItem.ts';

/** The certain effects of a patch on a resource; paths are keys and item indices. */
export interface PatchWrites {
  readonly values: readonly PatchValue[];
  /** The lists whose items may have other numbers afterwards. */
  readonly moved: readonly (readonly string[])[];
  /** The paths that must exist for the patch to apply. */
  readonly read: readonly (readonly string[])[];
  /** Whether it writes nothing else into the body of the resource. */
  readonly isWhole: boolean;
}

/** A value of a patch, or the removal of one. */
export interface PatchValue {
  readonly steps: readonly string[];
  readonly value: Node | undefined;
  /** The path in the patch. */
  readonly at: FieldPath;
  /** The path in the output, if list items have other numbers there: a new item is the last here. */
  readonly built?: readonly string[] | undefined;
}

const nothing: PatchWrites = { values: [], moved: [], read: [], isWhole: true };

const unknown: PatchWrites = { ...nothing, isWhole: false };

/** The effects of a JSON patch operation. */
export function writesOfOperation({ index, op, path, from, value }: JsonPatchOperation, root: MapNode): PatchWrites {
  const steps = path?.segments.map(({ name }) => name) ?? [];
  const read = [
    ...(op === 'test' ? [steps] : []),
    ...(from === undefined ? [] : [from.segments.map(({ name }) => name)]),
  ];
  const parent = nodeAt(root, steps.slice(0, -1));
  const appends = op === 'add' && parent?.kind === 'list' && steps.at(-1) === '-';
  const moves = parent?.kind === 'list' && op !== 'replace' && op !== 'test' && !appends;
  const isWritten = (op === 'add' && parent?.kind === 'map') || (op === 'replace' && nodeAt(root, steps) !== undefined);
  const isRemoved = op === 'remove' && parent?.kind === 'map';
  const moved = moves ? [steps.slice(0, -1)] : [];
  // Identity and labels are tracked elsewhere.
  if (op === 'test' || (steps.length > 0 && !isBody(steps))) return { ...nothing, moved, read };
  const at = pathOfSteps([String(index), ...(isRemoved ? [] : ['value'])]);
  const written = value !== undefined && !isNull(value) && (isWritten || appends);
  if (steps.length === 0 || !(written || isRemoved)) return { ...unknown, moved, read };
  const into = appends ? [...steps.slice(0, -1), String(parent.items.length)] : steps;
  return { ...nothing, values: [{ steps: into, value: isRemoved ? undefined : value, at }], moved, read };
}

/** The effects of a merged patch. */
export function writesOfMerge(patch: MapNode, root: MapNode): PatchWrites {
  const isMergedList = mergedLists(root);
  return merged(patch, root, { steps: [], at: undefined }, isMergedList);
}

/** Where a part of a patch goes: in the resource, and in the patch itself. */
interface PatchPlace {
  readonly steps: readonly string[];
  readonly at: FieldPath;
  readonly built?: readonly string[] | undefined;
}

function merged(
  patch: MapNode,
  into: Node | undefined,
  position: PatchPlace,
  isMergedList: (field: string) => boolean,
): PatchWrites {
  if (patch.entries.some(({ key }) => key.startsWith('$'))) return unknown;
  const all: PatchWrites[] = [];
  for (const { key, value } of patch.entries) {
    const built = position.built && [...position.built, key];
    const below = { steps: [...position.steps, key], at: pathOfSteps([key], position.at), built };
    const existing = into?.kind === 'map' ? entryFor(into, key)?.value : undefined;
    if (!isBody(below.steps)) continue;
    if (isNull(value)) all.push({ ...nothing, values: [{ ...below, value: undefined }] });
    else if (value.kind === 'scalar') all.push({ ...nothing, values: [{ ...below, value }] });
    else if (value.kind === 'list') all.push(ofList(value, existing, below, isMergedList));
    else all.push(merged(value, existing, below, isMergedList));
  }
  return joined(all);
}

/**
 * The effects of a list: Kustomize puts its items in front, in their order, and the others behind. Here the items keep
 * their numbers, and new ones are the last.
 */
function ofList(
  list: ListNode,
  existing: Node | undefined,
  { steps, at, built: listBuilt }: PatchPlace,
  isMergedList: (field: string) => boolean,
): PatchWrites {
  const { items } = list;
  const maps = items.flatMap((item) => (item.kind === 'map' ? [item] : []));
  const isDirected = maps.some(hasDirective);
  if (existing === undefined && !isDirected)
    return { ...nothing, values: [{ steps, value: list, at, built: listBuilt }] };
  if (existing?.kind !== 'list') return unknown;
  const moved = items.every((item) => placeIn(existing, item) >= 0) ? [] : [steps];
  const isClear = maps.every((item) =>
    existing.items.every((other) => other.kind === 'map' && isSameItem(item, other) !== undefined),
  );
  const isCertain = maps.length === items.length && isClear && !isDirected && isMergedList(steps.at(-1) ?? '');
  if (!isCertain) return { ...unknown, moved };
  let added = existing.items.length;
  const all = maps.map((item, index): PatchWrites => {
    const itemIndex = placeIn(existing, item);
    const built =
      moved.length === 0 ? listBuilt && [...listBuilt, String(itemIndex)] : [...(listBuilt ?? steps), String(index)];
    if (itemIndex < 0) {
      return {
        ...nothing,
        values: [{ steps: [...steps, String(added++)], value: item, at: itemOf(at, index), built }],
      };
    }
    const inner = { steps: [...steps, String(itemIndex)], at: itemOf(at, index), built };
    return merged(item, existing.items[itemIndex], inner, isMergedList);
  });
  return joined([...all, { ...nothing, moved }]);
}

function placeIn(list: ListNode, item: Node): number {
  return list.items.findIndex(
    (other) => item.kind === 'map' && other.kind === 'map' && isSameItem(item, other) === true,
  );
}

function hasDirective(item: MapNode): boolean {
  return item.entries.some(({ key }) => key.startsWith('$'));
}

function joined(all: readonly PatchWrites[]): PatchWrites {
  return {
    values: all.flatMap(({ values }) => values),
    moved: all.flatMap(({ moved }) => moved),
    read: all.flatMap(({ read }) => read),
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}

/** Whether Kustomize merges the items of a field's list in a resource, rather than replacing it as a whole. */
function mergedLists(root: MapNode): (field: string) => boolean {
  const group = parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group;
  const { groups, fields } = table.mergedLists;
  return (field) => group !== undefined && groups.includes(group) && fields.includes(field);
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
