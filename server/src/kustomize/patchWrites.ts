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
  /** Whether no problem comes from it, whatever the resource. */
  readonly isHarmless?: boolean;
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
  const directive = directiveOf(patch);
  if (directive !== undefined) return position.steps.length === 0 ? unknown : ofDirective(directive, position);
  if (hasDirective(patch)) return unknown;
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
  const place = { steps, at, built: listBuilt };
  const whole = isMergedList(steps.at(-1) ?? '') ? directiveOfList(list) : undefined;
  if (whole !== undefined) return ofListDirective(whole, place);
  if (existing?.kind === 'list' && removesAll(list, existing) && isMergedList(steps.at(-1) ?? ''))
    return { ...nothing, values: [{ ...place, value: { ...list, items: [] } }] };
  const { items } = list;
  const maps = items.flatMap((item) => (item.kind === 'map' ? [item] : []));
  const isDirected = maps.some(hasDirective);
  if (existing === undefined && !isDirected) return { ...nothing, values: [{ ...place, value: list }] };
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

/** What a strategic merge patch does with a value instead of merging it, and the value without the directive. */
interface Directive<Value> {
  readonly does: 'replace' | 'delete';
  readonly value: Value;
}

/**
 * The directive of a map; undefined if it has none, or others besides it.
 *
 * Source: `kyaml/yaml/merge2/smpdirective.go` of sigs.k8s.io/kustomize.
 */
function directiveOf(patch: MapNode): Directive<MapNode> | undefined {
  const does = stringFor(patch, '$patch');
  const value = { ...patch, entries: patch.entries.filter(({ key }) => key !== '$patch') };
  return (does === 'replace' || does === 'delete') && !hasDirective(value) ? { does, value } : undefined;
}

/** A list has its directive in an item of its own, in any place. */
function directiveOfList(list: ListNode): Directive<readonly (readonly [number, Node])[]> | undefined {
  const all = list.items.map((item) => (item.kind === 'map' ? directiveOf(item) : undefined));
  const at = all.findIndex((directive) => directive?.value.entries.length === 0);
  const does = all[at]?.does;
  const value = [...list.items.entries()].filter(([index]) => index !== at);
  const isPlain = value.every(([, item]) => item.kind !== 'map' || !hasDirective(item));
  return does !== undefined && isPlain ? { does, value } : undefined;
}

function ofDirective({ does, value }: Directive<MapNode>, place: PatchPlace): PatchWrites {
  return { ...nothing, values: [{ ...place, value: does === 'delete' ? undefined : value }] };
}

function ofListDirective(
  { does, value }: Directive<readonly (readonly [number, Node])[]>,
  { steps, at, built }: PatchPlace,
): PatchWrites {
  if (does === 'delete') return { ...nothing, values: [{ steps, at, built, value: undefined }] };
  const empty: ListNode = { kind: 'list', items: [], flow: true, start: 0, end: 0 };
  const items = value.map(
    ([index, item], place): PatchValue => ({
      steps: [...steps, String(place)],
      value: item,
      at: itemOf(at, index),
      built: built && [...built, String(place)],
    }),
  );
  return { ...nothing, values: [{ steps, at, built, value: empty }, ...items] };
}

/** Whether the items of a patch delete every item of a list. */
function removesAll(patch: ListNode, { items }: ListNode): boolean {
  const removed = patch.items.map((item) =>
    item.kind === 'map' && directiveOf(item)?.does === 'delete' ? item : undefined,
  );
  return (
    items.length > 0 &&
    removed.every((item) => item !== undefined) &&
    items.every((other) => other.kind === 'map' && removed.some((item) => item && isSameItem(item, other) === true))
  );
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

/** The node at a path of keys and item indices. */
export function nodeAt(root: Node, steps: readonly string[]): Node | undefined {
  let at: Node | undefined = root;
  for (const step of steps) {
    if (at.kind === 'map') at = entryFor(at, step)?.value;
    else at = at.kind === 'list' && isIndex(step) ? at.items[Number(step)] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}
