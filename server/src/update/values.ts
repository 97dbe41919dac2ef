import { entryFor, isNull, type Node } from '../manifest/node.ts';

/**
 * Whether two objects have the same value at a path of field names from their roots, however it is written; absent,
 * `null` and empty are the same, as in the server's comparison. `*` stands for each item of lists that must be equally
 * long.
 */
export function sameAt(one: Node | undefined, other: Node | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return sameValue(one, other);
  if (name !== '*') return sameAt(fieldOf(one, name), fieldOf(other, name), rest);
  const [ones, others] = [itemsOf(one), itemsOf(other)];
  return ones.length === others.length && ones.every((item, index) => sameAt(item, others[index], rest));
}

/** The scalar at a path as text, items of lists by their index; '' where there is none. */
export function textAt(node: Node | undefined, path: readonly string[]): string {
  const [name, ...rest] = path;
  if (name !== undefined) return textAt(node?.kind === 'list' ? node.items[Number(name)] : fieldOf(node, name), rest);
  return node?.kind === 'scalar' ? String(node.value) : '';
}

function sameValue(one: Node | undefined, other: Node | undefined): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (one?.kind === 'scalar' && other?.kind === 'scalar') return one.value === other.value;
  if (one?.kind === 'list' && other?.kind === 'list') return sameAt(one, other, ['*']);
  if (one?.kind !== 'map' || other?.kind !== 'map') return false;
  const names = new Set([...one.entries, ...other.entries].map(({ key }) => key));
  return [...names].every((name) => sameValue(fieldOf(one, name), fieldOf(other, name)));
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
