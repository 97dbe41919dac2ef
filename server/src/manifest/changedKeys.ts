import { type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import type { MapEntry, MapNode, Node } from './node.ts';

/** A key that is another one in JSON than in the text. */
export interface ChangedKey {
  readonly path: FieldPath;
  readonly entry: MapEntry;
}

/**
 * The unquoted keys of an object that YAML 1.1 reads as a boolean or a number: JSON has their value as the key, so `y` is
 * "true" and `012` is "10" (`convertToJSONableObject` of sigs.k8s.io/yaml).
 */
export function changedKeys(root: MapNode, text: string): readonly ChangedKey[] {
  const found: ChangedKey[] = [];
  collect(root, undefined, text, found);
  return found;
}

function collect(node: Node, path: FieldPath, text: string, found: ChangedKey[]): void {
  if (node.kind === 'scalar') return;
  if (node.kind === 'list') {
    for (const [index, item] of node.items.entries()) {
      if (item.kind !== 'scalar') collect(item, itemOf(path, index), text, found);
    }
    return;
  }
  for (const entry of node.entries) {
    // Its text is elsewhere.
    if (entry.merged === true) continue;
    const isValue = isBooleanOrNumber.test(entry.key);
    if (isValue && isChanged(entry, text)) found.push({ path: fieldOf(path, entry.key), entry });
    if (entry.value.kind !== 'scalar' && entry.alias === undefined)
      collect(entry.value, fieldOf(path, entry.key), text, found);
  }
}

const isBooleanOrNumber = /^(?:true|false|[-+]?[.\d]\S*)$/;

function isChanged({ key, keySpan }: MapEntry, text: string): boolean {
  const written = text.slice(keySpan.start, keySpan.end);
  return written !== key && /^[\w.+-]+$/.test(written);
}
