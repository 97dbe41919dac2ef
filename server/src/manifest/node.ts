import type { Span } from '../text/span.ts';

/**
 * The value of a scalar in Kubernetes: YAML 1.1 as `sigs.k8s.io/yaml` resolves it, then JSON. An integer outside
 * JavaScript's safe range is a bigint; `null` counts as absent in Kubernetes' decoders.
 */
export type ScalarValue = string | number | bigint | boolean | null;

/** How a scalar is written. JSON strings are `double`. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** A leaf. Its span covers the text as written, quotes included. */
export interface ScalarNode extends Span {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
  readonly style: ScalarStyle;
  /**
   * Whether it is a null that replaces an object which an apply leaves empty (`update/emptied.ts`), and is not in the
   * text.
   */
  readonly isEmptied?: true;
  /** The notation of a number that its span does not show, because it is that of a larger text. */
  readonly written?: string;
}

/** A YAML sequence. */
export interface ListNode extends Span {
  readonly kind: 'list';
  readonly items: readonly Node[];
  /** Written as `[a, b]`. */
  readonly flow: boolean;
}

/** A YAML mapping. Entries are in the order of the text, including duplicates: the last one of a name wins. */
export interface MapNode extends Span {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  /** Written as `{a: b}`. */
  readonly flow: boolean;
  /** The certain entries, if a template leaves others open. */
  readonly certain?: readonly MapEntry[];
  /** For a JSON patch, whose pointers do not distinguish indices from keys: the value if the field is a list. */
  readonly asList?: ListNode;
}

/** One `key: value`. */
export interface MapEntry {
  /** The key in Kubernetes: always a string, so YAML 1.1's `y:` is "true". */
  readonly key: string;
  readonly keySpan: Span;
  /**
   * The value. For `*alias` it is the anchored node, with the span of the anchor; for an empty value, an empty scalar
   * `null` directly after the colon.
   */
  readonly value: Node;
  /** The span of the alias, if the value is one. */
  readonly alias?: Span;
  /** Came in through a merge key (`<<: *base`). */
  readonly merged?: true;
}

/** A value of a manifest with its place in the text. */
export type Node = ScalarNode | ListNode | MapNode;

/** The entry that counts for `key`: the last one written, as Kubernetes' decoders take it. */
export function entryFor(map: MapNode, key: string): MapEntry | undefined {
  const certain = map.certain?.find((entry) => entry.key === key);
  if (certain !== undefined) return certain;
  for (let i = map.entries.length - 1; i >= 0; i--) {
    const entry = map.entries[i];
    if (entry !== undefined && entry.key === key) return entry;
  }
  return undefined;
}

/** The value that counts for `key`; `null` in the text is absent. */
export function valueFor(map: MapNode, key: string): Node | undefined {
  const value = entryFor(map, key)?.value;
  return value === undefined || isNull(value) ? undefined : value;
}

/** The string at `key`, if it is one. */
export function stringFor(map: MapNode, key: string): string | undefined {
  const value = entryFor(map, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The scalar at `key`, if it is one other than null. */
export function scalarFor(map: MapNode, key: string): ScalarNode | undefined {
  const value = valueFor(map, key);
  return value?.kind === 'scalar' ? value : undefined;
}

/** The map at `key`, if it is one. */
export function mapFor(map: MapNode, key: string): MapNode | undefined {
  const value = entryFor(map, key)?.value;
  return value?.kind === 'map' ? value : undefined;
}

/** Whether the value is `null`, `~` or empty. */
export function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}
