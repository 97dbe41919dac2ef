import type { ApiType, FieldType } from '../../catalog/types.ts';
import type { MapEntry, Node } from '../../manifest/node.ts';
import { openingOf } from '../../manifest/open.ts';

/** The certain texts of an object, which are candidates for its open values: names refer to each other. */
export interface KnownTexts {
  readonly texts: readonly string[];
  /** The texts in findings. */
  readonly named: readonly string[];
  /** The texts at each key. */
  readonly textsAt: ReadonlyMap<string, ReadonlySet<string>>;
  readonly numbers: readonly number[];
  /** Maps of strings, such as labels. */
  readonly maps: readonly (readonly MapEntry[])[];
}

/** The maximum numbers of collected values: more than any rule compares. */
const maxKnown = { texts: 48, numbers: 8, maps: 6 };
const maxTextLength = 80;

/**
 * Collects the certain texts below a node.
 *
 * @param named the texts in findings: an open value may be the missing one.
 */
export function knownTexts(root: Node, type: ApiType, named: readonly string[]): KnownTexts {
  const found = new Collector();
  for (const text of named) found.addText(text);
  found.add(root, { kind: 'object', type });
  return { texts: [...found.texts], named, textsAt: found.textsAt, numbers: [...found.numbers], maps: found.maps };
}

class Collector {
  readonly texts = new Set<string>();
  readonly textsAt = new Map<string, Set<string>>();
  readonly numbers = new Set<number>();
  readonly maps: (readonly MapEntry[])[] = [];

  add(node: Node, type: FieldType | undefined): void {
    const opening = openingOf(node);
    if (opening?.kind === 'value' || opening?.kind === 'text') return;
    if (opening?.kind === 'list') this.#items(opening.items, type);
    else if (opening?.kind === 'map') this.#entries(opening.entries, type);
    else if (node.kind === 'list') this.#items(node.items, type);
    else if (node.kind === 'map') this.#entries(node.entries, type);
    else if (typeof node.value === 'string') this.addText(node.value);
    else if (typeof node.value === 'number' && this.numbers.size < maxKnown.numbers) this.numbers.add(node.value);
  }

  /** Adds a text and the parts of composed names. */
  addText(text: string): void {
    const ends = [text.indexOf('.'), text.lastIndexOf('/')].filter((at) => at > 0);
    for (const part of [text, ...ends.flatMap((at) => [text.slice(0, at), text.slice(at + 1)])]) {
      if (part !== '' && part.length <= maxTextLength && this.texts.size < maxKnown.texts) this.texts.add(part);
    }
  }

  #items(items: readonly Node[], type: FieldType | undefined): void {
    for (const item of items) this.add(item, type?.kind === 'list' ? type.item : undefined);
  }

  #entries(entries: readonly MapEntry[], type: FieldType | undefined): void {
    if (type?.kind === 'map' && entries.length > 0 && this.maps.length < maxKnown.maps) {
      const certain = entries.filter(({ value }) => openingOf(value) === undefined);
      if (certain.length > 0) this.maps.push(certain);
    }
    for (const { key, value } of entries) {
      this.add(value, typeOfEntry(type, key));
      if (openingOf(value) === undefined && value.kind === 'scalar' && typeof value.value === 'string') {
        this.textsAt.set(key, (this.textsAt.get(key) ?? new Set()).add(value.value));
      }
    }
  }
}

/** The type of the value at a key. */
export function typeOfEntry(type: FieldType | undefined, key: string): FieldType | undefined {
  if (type?.kind === 'map') return type.value;
  return type?.kind === 'object' ? type.type.fields.get(key)?.type : undefined;
}
