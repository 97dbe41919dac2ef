import { entryFor, type MapNode, mapFor, type Node, stringFor } from '../../manifest/node.ts';
import type { LineIndex } from '../../text/lineIndex.ts';
import type { WrittenText } from './facts.ts';

/** Reads the values of a file, with their lines. */
export class Reader {
  readonly #lines: LineIndex;
  readonly #first: number;

  /** @param first the 0-based first line of the text, if it is embedded in another. */
  constructor(lines: LineIndex, first = 0) {
    this.#lines = lines;
    this.#first = first;
  }

  line(node: Node): number {
    return this.#first + this.#lines.position(node.start).line;
  }

  /** The string at a key, such as a version; undefined for numbers, which are invalid as versions. */
  written(map: MapNode | undefined, key: string): WrittenText | undefined {
    const value = map && entryFor(map, key)?.value;
    return value?.kind === 'scalar' && typeof value.value === 'string'
      ? { text: value.value, line: this.line(value) }
      : undefined;
  }
}

/** The map at a path of keys. */
export function mapAt(map: MapNode, ...keys: readonly string[]): MapNode | undefined {
  return keys.reduce<MapNode | undefined>((found, key) => found && mapFor(found, key), map);
}

/** The maps in the list at a key. */
export function mapsIn(map: MapNode | undefined, key: string): readonly MapNode[] {
  return itemsAt(map, key).flatMap((item) => (item.kind === 'map' ? [item] : []));
}

/** The items of the list at a key. */
export function itemsAt(map: MapNode | undefined, key: string): readonly Node[] {
  const value = map && entryFor(map, key)?.value;
  return value?.kind === 'list' ? value.items : [];
}

const maxDepth = 4;

/** The paths of values that are false, with dots. */
export function falseValues(values: MapNode | undefined, prefix = '', depth = 0): readonly string[] {
  if (values === undefined || depth > maxDepth) return [];
  return values.entries.flatMap(({ key, value }) => {
    if (value.kind === 'map') return falseValues(value, `${prefix}${key}.`, depth + 1);
    return value.kind === 'scalar' && (value.value === false || value.value === 'false') ? [prefix + key] : [];
  });
}

/** The reference to a source at a key. */
export function referenceAt(map: MapNode | undefined, key: string) {
  const reference = map && mapFor(map, key);
  const kind = reference && stringFor(reference, 'kind');
  const name = reference && stringFor(reference, 'name');
  return kind === undefined || name === undefined
    ? undefined
    : { kind, name, namespace: reference && stringFor(reference, 'namespace') };
}
