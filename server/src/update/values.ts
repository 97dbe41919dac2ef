import { parseQuantity } from '../formats/quantity.ts';
import { entryFor, isNull, type Node } from '../manifest/node.ts';

/**
 * Whether two objects have equal values at a path of field names, in any notation; absent, `null` and empty are equal,
 * as in the server's comparison. `*` matches each item of lists of the same length.
 */
export function sameAt(left: Node | undefined, right: Node | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return sameValue(left, right);
  if (name !== '*') return sameAt(fieldOf(left, name), fieldOf(right, name), rest);
  const [ones, others] = [itemsOf(left), itemsOf(right)];
  return ones.length === others.length && ones.every((item, index) => sameAt(item, others[index], rest));
}

/**
 * Whether everything at a path of field names is in the stored object as well. The stored one may have more: defaults
 * and fields of other managers. Quantities are equal in any notation.
 */
export function addsNothing(sent: Node | undefined, stored: Node | undefined, path: readonly string[] = []): boolean {
  const [name, ...rest] = path;
  if (name !== undefined) return addsNothing(fieldOf(sent, name), fieldOf(stored, name), rest);
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

/** Whether a value exists at a path of field names. */
export function hasPath(node: Node | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  return name === undefined ? node !== undefined && !isNull(node) : hasPath(fieldOf(node, name), rest);
}

/** The kind of the node at a path of field names, also of a null; undefined if absent. */
export function kindAt(node: Node | undefined, path: readonly string[]): Node['kind'] | undefined {
  const [name, ...rest] = path;
  return name === undefined ? node?.kind : kindAt(fieldOf(node, name), rest);
}

/** The scalar at a path as text, list items by index; '' if absent. */
export function textAt(node: Node | undefined, path: readonly string[]): string {
  const [name, ...rest] = path;
  if (name !== undefined) return textAt(node?.kind === 'list' ? node.items[Number(name)] : fieldOf(node, name), rest);
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
