import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { type PointerSegment, readPointer } from '../manifest/jsonPointer.ts';
import { type ListNode, type MapEntry, type MapNode, type Node, stringFor, valueFor } from '../manifest/node.ts';

/** Lists are padded up to the index in a patch, at most this one. */
const maxItems = 64;

/** Fields whose keys may be numbers. */
const mapFields: ReadonlySet<string> = new Set(table.mapFields.names);

/**
 * The object that a JSON patch (RFC 6902) writes: the added and replaced values at their paths, with pointer segments
 * as keys. Undefined if the value is not such a patch, or writes nothing that can be shown in the text.
 *
 * @param text the text with the unescaped patch; undefined if it is escaped.
 */
export function writtenByJsonPatch(patch: Node, text: string | undefined): MapNode | undefined {
  if (patch.kind !== 'list' || patch.items.length === 0) return undefined;
  const root = new Written({ name: '', span: { start: patch.start, end: patch.end } });
  for (const operation of patch.items) {
    if (operation.kind !== 'map') return undefined;
    const op = stringFor(operation, 'op');
    if (op === undefined || stringFor(operation, 'path') === undefined) return undefined;
    const value = valueFor(operation, 'value');
    const pointer = readPointer(valueFor(operation, 'path'), text);
    if ((op !== 'add' && op !== 'replace') || value === undefined || pointer === undefined) continue;
    // Without its first slash a pointer has another meaning than intended.
    if (pointer.text.startsWith('/')) root.put(pointer.segments, value);
  }
  const node = root.node();
  return node.kind === 'map' && node.entries.length > 0 ? node : undefined;
}

/** A place that a patch writes to: a value, or places below it. */
class Written {
  readonly #at: PointerSegment;
  readonly #below = new Map<string, Written>();
  #value: Node | undefined;

  constructor(at: PointerSegment) {
    this.#at = at;
  }

  put([step, ...rest]: readonly PointerSegment[], value: Node): void {
    if (step === undefined) {
      this.#value = value;
      return;
    }
    const name = step.name === '-' ? String(this.#nextIndex()) : step.name;
    const below = this.#below.get(name) ?? new Written(step);
    this.#below.set(name, below);
    below.put(rest, value);
  }

  #nextIndex(): number {
    return Math.max(-1, ...[...this.#below.keys()].filter(isIndex).map(Number)) + 1;
  }

  node(): Node {
    // A later operation may change a value that was written as a whole: judge only the first.
    if (this.#value !== undefined) return this.#value;
    const names = [...this.#below.keys()];
    if (names.length === 0 || !names.every(isIndex)) return this.#map();
    // A custom resource may have a list of a name that is a map elsewhere.
    return mapFields.has(this.#at.name) ? { ...this.#map(), asList: this.#list() } : this.#list();
  }

  #map(): MapNode {
    const entries = [...this.#below].map(
      ([key, written]): MapEntry => ({ key, keySpan: written.#at.span, value: written.node() }),
    );
    return { kind: 'map', entries, flow: false, ...this.#at.span };
  }

  #list(): ListNode {
    const items: Node[] = [];
    for (const [name, written] of [...this.#below].sort(([a], [b]) => Number(a) - Number(b))) {
      const index = Number(name);
      while (items.length < index && items.length < maxItems) {
        items.push({ kind: 'scalar', value: null, style: 'plain', ...this.#at.span });
      }
      if (items.length === index) items.push(written.node());
    }
    return { kind: 'list', items, flow: false, ...this.#at.span };
  }
}

function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}
