import { entryFor, isNull, type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import type { PathSteps } from '../text/fieldPath.ts';
import { isFromServer } from './fromServer.ts';
import type { OldObject } from './oldObjects.ts';

/**
 * Whether the server keeps a field of the stored object, given by its steps from the root, if the manifest omits it.
 * Otherwise it removes the field, or writes its default.
 */
export type StaysPredicate = (steps: PathSteps) => boolean;

/** The annotation in which kubectl writes the manifest that it applies. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Which fields of a stored object remain if a manifest omits them. An update replaces the object, so none do. An apply
 * removes the fields that the same manager had applied (`k8s.io/apimachinery/pkg/util/managedfields/internal`,
 * structuredmerge.go; kubectl compares with its annotation, `k8s.io/kubectl/pkg/cmd/apply`). The manager is unknown: if
 * several managers applied the object, or none, all fields remain. A stored object that no server wrote is a manifest
 * that was applied as written.
 */
export function staysWhenLeftOut({ resource, operation, manager }: OldObject): StaysPredicate {
  const { root } = resource;
  if (operation === 'replace' || !isFromServer(root)) return () => false;
  const applied = lastAppliedRoot(root);
  if (applied !== undefined && operation !== 'server-side-apply') {
    return (steps) => valueLike(root, applied, steps) === undefined;
  }
  if (operation === 'client-side-apply') return () => true;
  const [applier, ...more] = appliersOf(root, manager);
  if (applier === undefined || more.length > 0) return () => true;
  return staysForApplier(root, applier);
}

/** The fields that remain whichever of the managers applies. */
export function certainlyStays(old: OldObject): StaysPredicate {
  const { resource, manager } = old;
  const all = appliersOf(resource.root, manager).map((applier) => staysForApplier(resource.root, applier));
  return all.length > 1 ? (steps) => all.every((stays) => stays(steps)) : staysWhenLeftOut(old);
}

/**
 * The managers whose fields an apply must not change without force, for a value of the stored object. If the manager that
 * applies is unknown, only those that conflict with every candidate.
 */
export function otherOwners({ resource: { root }, manager }: OldObject): (steps: PathSteps) => readonly string[] {
  const all = itemsOf(fieldOf(fieldOf(root, 'metadata'), 'managedFields'));
  const candidates = appliersOf(root, manager);
  return (steps) => {
    const owners = all.filter((entry) => owns(entry, root, steps));
    const others = owners.filter((entry) => candidates.length !== 1 || entry !== candidates[0]);
    const isOurs = candidates.length > 1 && others.length === 1 && others.every((entry) => candidates.includes(entry));
    return isOurs ? [] : [...new Set(others.map((entry) => textOf(fieldOf(entry, 'manager')) ?? ''))];
  };
}

/** The entries of managedFields for the main resource. */
function entriesOf(root: Node): readonly Node[] {
  const entries = itemsOf(fieldOf(fieldOf(root, 'metadata'), 'managedFields'));
  return entries.filter((entry) => fieldOf(entry, 'subresource') === undefined);
}

/** Those of managers that apply; of one manager if it is known. */
function appliersOf(root: Node, manager: string | undefined): readonly Node[] {
  return entriesOf(root).filter(
    (entry) =>
      textOf(fieldOf(entry, 'operation')) === 'Apply' &&
      (manager === undefined || textOf(fieldOf(entry, 'manager')) === manager),
  );
}

function staysForApplier(root: Node, applier: Node): StaysPredicate {
  const others = entriesOf(root).filter((entry) => entry !== applier);
  const isRemoved = (steps: PathSteps): boolean =>
    (owns(applier, root, steps) && !others.some((other) => owns(other, root, steps))) ||
    isHollow(root, steps, applier, others) ||
    stepsBelow(root, steps).some(isRemoved);
  return (steps) => !isRemoved(steps);
}

/**
 * Whether an inner object of the stored object, given by its steps, becomes null if the manifest empties it. A
 * server-side apply removes the fields that the same manager had applied; an object without fields is then null
 * (`sigs.k8s.io/structured-merge-diff` typed/remove.go, merge/update.go). Atomic objects, and objects in atomic lists,
 * become empty instead, as with kubectl's client-side apply.
 */
export function vanishesWhenEmptied(old: OldObject): StaysPredicate {
  const { root } = old.resource;
  const isMerged = old.operation === 'server-side-apply' || (old.operation === 'apply' && !hasLastApplied(root));
  if (!isMerged) return () => false;
  if (!isFromServer(root)) return (steps) => stepsBelow(root, steps).length > 0;
  const stays = staysWhenLeftOut(old);
  const appliers = appliersOf(root, old.manager);
  const others = entriesOf(root).filter((entry) => !appliers.includes(entry));
  const isKept = (steps: PathSteps) => others.some((other) => (sizeOf(ownedAt(other, root, steps)) ?? 0) > 0);
  return (steps) => {
    const children = stepsBelow(root, steps);
    if (children.length === 0 || !isOwnedByParts(root, steps) || isKept(steps)) return false;
    return children.every((child) => !stays(child));
  };
}

/** Whether managers own parts of an object or a list, which is then not atomic. */
export function isOwnedByParts(root: Node, steps: PathSteps): boolean {
  const entries = itemsOf(fieldOf(fieldOf(root, 'metadata'), 'managedFields'));
  return entries.some((entry) => (sizeOf(ownedAt(entry, root, steps)) ?? 0) > 0);
}

/**
 * Whether a change of a stored object is a server-side apply. If the operation does not say so, the object does:
 * `managedFields` list such applies as `Apply`, and client-side apply leaves its annotation. `unknown` without a trace of
 * an apply; an apply without fields leaves none.
 */
export function serverSideApply({ resource: { root }, operation }: OldObject): 'yes' | 'no' | 'unknown' {
  if (operation === 'server-side-apply') return 'yes';
  if (operation !== 'apply' || hasLastApplied(root) || !isFromServer(root)) return 'no';
  const entries = itemsOf(fieldOf(fieldOf(root, 'metadata'), 'managedFields'));
  const isApply = (entry: Node) =>
    textOf(fieldOf(entry, 'operation')) === 'Apply' && fieldOf(entry, 'subresource') === undefined;
  return entries.some(isApply) ? 'yes' : 'unknown';
}

/** The manifest in the last-applied annotation of a stored object; undefined if there is none. */
export function lastAppliedRoot(root: Node): MapNode | undefined {
  const text = textOf(fieldOf(fieldOf(fieldOf(root, 'metadata'), 'annotations'), lastApplied));
  const applied = text === undefined ? undefined : readManifest(text).documents[0]?.root;
  return applied?.kind === 'map' ? applied : undefined;
}

/** Whether client-side apply left its last-applied annotation. */
export function hasLastApplied(root: Node): boolean {
  return fieldOf(fieldOf(fieldOf(root, 'metadata'), 'annotations'), lastApplied) !== undefined;
}

/**
 * Whether an empty object had fields that the applier owns and the server dropped: no field of it is left to remove, and
 * it is removed as a whole (`RemoveItems` with `EnsureNamedFieldsAreMembers`).
 */
function isHollow(root: Node, steps: PathSteps, applier: Node, others: readonly Node[]): boolean {
  const value = nodeAt(root, steps);
  return (
    value?.kind === 'map' &&
    value.entries.length === 0 &&
    ownedAt(applier, root, steps) !== undefined &&
    others.every((other) => ownedAt(other, root, steps) === undefined)
  );
}

/** The steps to the children of a list or object; none for a scalar. */
function stepsBelow(root: Node, steps: PathSteps): readonly PathSteps[] {
  const node = nodeAt(root, steps);
  if (node?.kind === 'list') return node.items.map((_, index) => [...steps, index]);
  return node?.kind === 'map' ? node.entries.map(({ key }) => [...steps, key]) : [];
}

function nodeAt(root: Node, steps: PathSteps): Node | undefined {
  let node: Node | undefined = root;
  for (const step of steps) node = node?.kind === 'list' ? node.items[Number(step)] : fieldOf(node, String(step));
  return node;
}

/** Whether an entry of managedFields owns a value, or an atomic list or object that contains it. */
function owns(entry: Node, root: Node, steps: PathSteps): boolean {
  let fields = fieldOf(entry, 'fieldsV1');
  let value: Node | undefined = root;
  for (const step of steps) {
    const next: Node | undefined = value?.kind === 'list' ? value.items[Number(step)] : fieldOf(value, String(step));
    const nextFields: Node | undefined =
      value?.kind === 'list' ? itemFields(fields, next) : fields && fieldOf(fields, `f:${step}`);
    // The items of an atomic list have no owners.
    if (nextFields === undefined) return value !== root && fields !== undefined && isLeaf(fields);
    [fields, value] = [nextFields, next];
  }
  return fields !== undefined && isLeaf(fields);
}

/** The owned fields of a list item, which `k:{"name":"a"}` identifies by its keys or `v:"a"` by its value. */
function itemFields(fields: Node | undefined, item: Node | undefined): Node | undefined {
  if (fields?.kind !== 'map' || item === undefined) return undefined;
  return fields.entries.find(({ key }) => {
    if (item.kind === 'scalar') return key === `v:${JSON.stringify(item.value)}`;
    if (!key.startsWith('k:')) return false;
    const keys = readManifest(key.slice(2)).documents[0]?.root;
    if (keys?.kind !== 'map') return false;
    return keys.entries.every((entry) => textOf(entry.value) === textOf(fieldOf(item, entry.key)));
  })?.value;
}

/** The value in `other` at the path of a value; list items are matched by name. */
function valueLike(node: Node | undefined, other: Node | undefined, steps: PathSteps): Node | undefined {
  const [step, ...below] = steps;
  if (step === undefined || other === undefined) return other;
  if (node?.kind !== 'list') return valueLike(fieldOf(node, String(step)), fieldOf(other, String(step)), below);
  const item = node.items[Number(step)];
  const name = item?.kind === 'map' ? stringFor(item, 'name') : undefined;
  const items = itemsOf(other);
  const counterpart =
    name === undefined
      ? items[Number(step)]
      : items.find((candidate) => candidate.kind === 'map' && stringFor(candidate, 'name') === name);
  return valueLike(item, counterpart, below);
}

/** The owned fields of a value, by an entry of managedFields; undefined if the entry does not own the value. */
function ownedAt(entry: Node, root: Node, steps: PathSteps): Node | undefined {
  let fields = fieldOf(entry, 'fieldsV1');
  let value: Node | undefined = root;
  for (const step of steps) {
    const next: Node | undefined = value?.kind === 'list' ? value.items[Number(step)] : fieldOf(value, String(step));
    fields = value?.kind === 'list' ? itemFields(fields, next) : fieldOf(fields, `f:${step}`);
    value = next;
  }
  return fields;
}

function isLeaf(fields: Node): boolean {
  return sizeOf(fields) === 0;
}

/** The number of fields of an object; undefined for anything else. */
function sizeOf(node: Node | undefined): number | undefined {
  return node?.kind === 'map' ? node.entries.length : undefined;
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}

function fieldOf(node: Node | undefined, name: string): Node | undefined {
  const value = node?.kind === 'map' ? entryFor(node, name)?.value : undefined;
  return value === undefined || isNull(value) ? undefined : value;
}

function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' ? String(node.value) : undefined;
}
