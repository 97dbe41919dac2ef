import { parseQuantity } from '../../formats/quantity.ts';
import { entryFor, isNull, type Node, type ScalarNode } from '../../manifest/node.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';

/** The value at a path of field names and indices; undefined if absent. */
export function nodeAt(node: Node | undefined, path: readonly string[]): Node | undefined {
  const [name, ...rest] = path;
  if (name === undefined || node === undefined) return node;
  return nodeAt(node.kind === 'list' ? node.items[Number(name)] : fieldOf(node, name), rest);
}

/** The value of a field; undefined for absent and `null`. */
export function fieldOf(node: Node | undefined, name: string): Node | undefined {
  const value = node?.kind === 'map' ? entryFor(node, name)?.value : undefined;
  return value === undefined || isNull(value) ? undefined : value;
}

/** A scalar as text; '' for other nodes. */
export function scalarText(node: Node | undefined): string {
  return node?.kind === 'scalar' ? String(node.value) : '';
}

/** Whether a value is the same as none to a server: absent, `null`, empty, or a zero that Go leaves out. */
export function isBlank(node: Node | undefined): boolean {
  if (node === undefined) return true;
  if (node.kind === 'list') return node.items.length === 0;
  if (node.kind === 'map') return node.entries.every(({ value }) => isBlank(value));
  return node.value === null || node.value === '' || node.value === 0 || node.value === false;
}

/** The encoding of a scalar: base64, a quantity that is rounded up to a thousandth, or literal. */
export type Form = 'base64' | 'resources' | 'plain';

/**
 * Whether two scalars certainly differ: not if one is a placeholder, if their types differ, or if both may be the same
 * quantity or time.
 */
export function differ(a: ScalarNode, b: ScalarNode, form: Form): boolean {
  // A quantity is a number or a text.
  if (a.value === b.value || (typeof a.value !== typeof b.value && form !== 'resources')) return false;
  const [before, after] = [String(a.value), String(b.value)];
  if (hasPlaceholder(before) || hasPlaceholder(after)) return false;
  if (form === 'base64') return before.replace(/[\r\n]/g, '') !== after.replace(/[\r\n]/g, '');
  return !isSameQuantity(before, after, form) && !isSameTime(before, after);
}

/** Words such as `m` also parse as a zero quantity. */
function isSameQuantity(left: string, right: string, form: Form): boolean {
  if (!/\d/.test(left) || !/\d/.test(right)) return false;
  const [next, previous] = [left, right].map((text) => {
    const nanos = parseQuantity(text)?.nanos;
    return nanos === undefined || form === 'plain' ? nanos : upToMilli(nanos);
  });
  return next !== undefined && next === previous;
}

/** As `Quantity.RoundUp` does with a scale of -3. */
function upToMilli(nanos: bigint): bigint {
  const perMilli = 1_000_000n;
  const rest = nanos % perMilli;
  return rest > 0n ? nanos + perMilli - rest : nanos;
}

function isSameTime(left: string, right: string): boolean {
  return left.includes('T') && Date.parse(left) === Date.parse(right);
}
