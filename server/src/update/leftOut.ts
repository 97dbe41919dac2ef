import { entryFor, isNull, type Node, stringFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { isFromServer } from './fromServer.ts';
import type { OldObject } from './oldObjects.ts';

/**
 * Says of a field of the stored object, by its steps from the root, whether it stays as it is where the manifest leaves
 * it out. False: the server takes it away, and writes its default where it has one.
 */
export type StaysPredicate = (steps: Steps) => boolean;

/** From the object down: names of fields and keys, and indices of items. */
type Steps = readonly (string | number)[];

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * What stays of a stored object where a manifest leaves it out. An update replaces the object, so nothing does. An apply
 * takes away what the same manager had applied (`k8s.io/apimachinery/pkg/util/managedfields/internal`,
 * structuredmerge.go; kubectl compares with what it noted in an annotation, `k8s.io/kubectl/pkg/cmd/apply`). Who applies
 * is not known: where several have, or nobody, everything stays. A stored object that no server wrote is a manifest,
 * which was applied as it is.
 */
export function staysWhenLeftOut({ resource, operation }: OldObject): StaysPredicate {
  const { root } = resource;
  const metadata = fieldOf(root, 'metadata');
  if (operation === 'update' || !isFromServer(root)) return () => false;
  const annotation = textOf(fieldOf(fieldOf(metadata, 'annotations'), lastApplied));
  if (annotation !== undefined) {
    const applied = readManifest(annotation).documents[0]?.root;
    return (steps) => valueLike(root, applied, steps) === undefined;
  }
  const entries = itemsOf(fieldOf(metadata, 'managedFields')).filter(
    (item) => fieldOf(item, 'subresource') === undefined,
  );
  const appliers = entries.filter((entry) => textOf(fieldOf(entry, 'operation')) === 'Apply');
  const [applier] = appliers;
  if (applier === undefined || appliers.length > 1) return () => true;
  const others = entries.filter((entry) => entry !== applier);
  const goes = (steps: Steps): boolean =>
    (owns(applier, root, steps) && !others.some((other) => owns(other, root, steps))) ||
    stepsBelow(root, steps).some(goes);
  return (steps) => !goes(steps);
}

/**
 * Says of an object in the stored object, by its steps, whether nothing is left of it where the manifest has an empty one
 * in its place: a server-side apply takes away what the same manager had applied, and an object without any field left is
 * null then (`sigs.k8s.io/structured-merge-diff` typed/remove.go, merge/update.go). An object that is one value, or is in
 * a list that is one value, is replaced by the empty one instead; kubectl's own apply leaves the empty one as well.
 */
export function vanishesWhenEmptied(old: OldObject): StaysPredicate {
  const { root } = old.resource;
  const metadata = fieldOf(root, 'metadata');
  if (old.operation === 'update' || isLastAppliedNoted(root)) return () => false;
  if (!isFromServer(root)) return (steps) => stepsBelow(root, steps).length > 0;
  const stays = staysWhenLeftOut(old);
  const entries = itemsOf(fieldOf(metadata, 'managedFields'));
  return (steps) => {
    const below = stepsBelow(root, steps);
    const isOwnedByParts = entries.some((entry) => (sizeOf(ownedAt(entry, root, steps)) ?? 0) > 0);
    return below.length > 0 && isOwnedByParts && below.every((candidate) => !stays(candidate));
  };
}

/**
 * Whether an apply of a stored object is known to be server-side: only such applies are noted in `managedFields` as
 * applies, and kubectl's own would have left its annotation.
 */
export function isServerSideApply({ resource: { root }, operation }: OldObject): boolean {
  if (operation === 'update' || isLastAppliedNoted(root)) return false;
  const entries = itemsOf(fieldOf(fieldOf(root, 'metadata'), 'managedFields'));
  return entries.some((entry) => textOf(fieldOf(entry, 'operation')) === 'Apply' && !fieldOf(entry, 'subresource'));
}

/** Whether kubectl's own apply noted in an annotation what it applied last. */
export function isLastAppliedNoted(root: Node): boolean {
  return fieldOf(fieldOf(fieldOf(root, 'metadata'), 'annotations'), lastApplied) !== undefined;
}

/** Steps to what is in a list or an object; none for a scalar. */
function stepsBelow(root: Node, steps: Steps): readonly Steps[] {
  let node: Node | undefined = root;
  for (const step of steps) node = node?.kind === 'list' ? node.items[Number(step)] : fieldOf(node, String(step));
  if (node?.kind === 'list') return node.items.map((_, index) => [...steps, index]);
  return node?.kind === 'map' ? node.entries.map(({ key }) => [...steps, key]) : [];
}

/** Whether an entry of managedFields names a value itself, or a list or object that it is in and that is one value. */
function owns(entry: Node, root: Node, steps: Steps): boolean {
  let fields = fieldOf(entry, 'fieldsV1');
  let value: Node | undefined = root;
  for (const step of steps) {
    const next: Node | undefined = value?.kind === 'list' ? value.items[Number(step)] : fieldOf(value, String(step));
    const below: Node | undefined =
      value?.kind === 'list' ? itemFields(fields, next) : fields && fieldOf(fields, `f:${step}`);
    // A list that is one value has nothing below it.
    if (below === undefined) return value !== root && fields !== undefined && isLeaf(fields);
    [fields, value] = [below, next];
  }
  return fields !== undefined && isLeaf(fields);
}

/** What is owned of an item of a list: `k:{"name":"a"}` has its keys, `v:"a"` its value. */
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

/** The value in `other` at the place that steps lead to in `one`; items of lists that have names go by these. */
function valueLike(node: Node | undefined, other: Node | undefined, steps: Steps): Node | undefined {
  const [step, ...rest] = steps;
  if (step === undefined || other === undefined) return other;
  if (node?.kind !== 'list') return valueLike(fieldOf(node, String(step)), fieldOf(other, String(step)), rest);
  const item = node.items[Number(step)];
  const name = item?.kind === 'map' ? stringFor(item, 'name') : undefined;
  const items = itemsOf(other);
  const like =
    name === undefined
      ? items[Number(step)]
      : items.find((candidate) => candidate.kind === 'map' && stringFor(candidate, 'name') === name);
  return valueLike(item, like, rest);
}

/** What an entry of managedFields says of a value; undefined where it does not name it itself. */
function ownedAt(entry: Node, root: Node, steps: Steps): Node | undefined {
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

/** How many fields an object has; undefined for anything else. */
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
