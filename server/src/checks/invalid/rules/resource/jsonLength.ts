import { byteLength } from '../../../../formats/format.ts';
import type { MapNode, Node } from '../../../../manifest/node.ts';

/** Characters that Go's encoder escapes as `\u003c` and so on, in texts and keys: `encoding/json`, HTMLEscape. */
const escaped = /[<>&\u2028\u2029]/g;
const escapedLength = 6;

/** How many bytes a value has as the JSON that clients send: without spaces, escaped as Go's encoder does. */
export function jsonLength(node: Node): number {
  if (node.kind === 'list') return bracketed(node.items.map(jsonLength));
  if (node.kind === 'map') return bracketed(entriesOf(node));
  const { value } = node;
  return typeof value === 'bigint' ? value.toString().length : textLength(JSON.stringify(value));
}

/** The entries that count: the last one of each key. */
function entriesOf({ entries }: MapNode): readonly number[] {
  const lengths = new Map<string, number>();
  for (const { key, value } of entries) lengths.set(key, textLength(JSON.stringify(key)) + 1 + jsonLength(value));
  return [...lengths.values()];
}

function textLength(json: string): number {
  let length = byteLength(json);
  for (const [character] of json.matchAll(escaped)) length += escapedLength - byteLength(character);
  return length;
}

/** The parts with a comma between each two, and a bracket at either end. */
function bracketed(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 2) + Math.max(0, parts.length - 1);
}
