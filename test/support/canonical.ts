import type { Node } from '../../server/src/manifest/node.ts';

/** A value as Kubernetes' conversion to JSON writes it, keys sorted; whole numbers beyond 2^53 as `$big:…`. For tests. */
export function canonical(node: Node | undefined): string {
  return JSON.stringify(sorted(node === undefined ? null : plain(node)));
}

/** Canonical JSON of a JSON text, to compare with {@link canonical}. */
export function canonicalJson(json: string): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(sorted(value));
}

/** The whole tree with spans and styles as text, to compare two readers. */
export function exactly(node: Node | undefined): string {
  return JSON.stringify(node, (_key, value: unknown) => (typeof value === 'bigint' ? `$big:${value}` : value)) ?? '';
}

function plain(node: Node): unknown {
  if (node.kind === 'scalar') return typeof node.value === 'bigint' ? `$big:${node.value}` : node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, sorted(member)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
