import { parseQuantity } from '../formats/quantity.ts';
import { entryFor, isNull, type Node } from '../manifest/node.ts';

/**
 * Whether two objects have equal values at a path of field names, in any notation; absent, `null` and empty are equal,
 * as in the server's comparison. `*` matches each item of lists of the same length.
 */
export function sameAt(left: Node | undefined, right: Node | undefined, path: readonly string[]): boolean {
  const [name, ...below] = path;
  if (name === undefined) return sameValue(left, right);
  if (name !== '*') return sameAt(fieldOf(left, name), fieldOf(right, name), below);
  const [leftItems, rightItems] = [itemsOf(left), itemsOf(right)];
  return (
    leftItems.length === rightItems.length && leftItems.every((item, index) => sameAt(item, rightItems[index], below))
  );
}

/**
 * Whether the stored object has everything that the sent object has at a path of field names. It may have more:
 * defaults and fields of other managers. Quantities are equal in any notation.
 */
export function addsNothing(sent: Node | undefined, stored: Node | undefined, path: readonly string[] = []): boolean {
  const [name, ...below] = path;
  if (name !== undefined) return addsNothing(fieldOf(sent, name), fieldOf(stored, name), below);
  if (isEmpty(sent)) return true;
  if (sent?.kind === 'scalar' && stored?.kind === 'scalar') return sameScalar(sent.value, stored.value);
  if (sent?.kind === 'list' && stored?.kind === 'list') {
    return (
      sent.items.length === stored.items.length &&
      sent.items.every((item, index) => addsNothing(item, stored.items[index]))
    );
  }
  if (sent?.kind === 'scalar' && stored === undefined)
    return sent.value === '' || sent.value === 0 || sent.value === false;
  if (sent?.kind !== 'map') return false;
  return sent.entries.every(({ key, value }) => addsNothing(value, fieldOf(stored, key)));
}

function sameScalar(written: unknown, stored: unknown): boolean {
  if (written === stored) return true;
  const quantity = parseQuantity(String(written))?.nanos;
  return quantity !== undefined && quantity === parseQuantity(String(stored))?.nanos;
}

/** Whether there is a value other than null at a path of field names. */
export function hasPath(node: Node | undefined, path: readonly string[]): boolean {
  const [name, ...below] = path;
  return name === undefined ? node !== undefined && !isNull(node) : hasPath(fieldOf(node, name), below);
}

/** The kind of the node, possibly a null, at a path of field names; undefined if absent. */
export function kindAt(node: Node | undefined, path: readonly string[]): Node['kind'] | undefined {
  const [name, ...below] = path;
  return name === undefined ? node?.kind : kindAt(fieldOf(node, name), below);
}

/** The scalar at a path as text, list items by index; '' if absent. */
export function textAt(node: Node | undefined, path: readonly string[]): string {
  const [name, ...below] = path;
  if (name !== undefined) return textAt(node?.kind === 'list' ? node.items[Number(name)] : fieldOf(node, name), below);
  return node?.kind === 'scalar' ? String(node.value) : '';
}

function sameValue(node: Node | undefined, other: Node | undefined): boolean {
  if (isEmpty(node) || isEmpty(other)) return isEmpty(node) && isEmpty(other);
  if (node?.kind === 'scalar' && other?.kind === 'scalar') return node.value === other.value;
  if (node?.kind === 'list' && other?.kind === 'list') return sameAt(node, other, ['*']);
  if (node?.kind !== 'map' || other?.kind !== 'map') return false;
  const names = new Set([...node.entries, ...other.entries].map(({ key }) => key));
  return [...names].every((name) => sameValue(fieldOf(node, name), fieldOf(other, name)));
}

function isEmpty(node: Node | undefined): boolean {
  if (node === undefined || isNull(node)) return true;
  if (node.kind === 'list') return node.items.length === 0;
  return node.kind === 'map' && node.entries.length === 0;
}

function fieldOf(node: Node | undefined, name: string): Node | undefined {
  return node?.kind === 'map' ? entryFor(node, name)?.value : undefined;
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === 'list' ? node.items : [];
}
