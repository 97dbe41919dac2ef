import facts from '../../../data/authored/sops.json' with { type: 'json' };
import { entryFor, type MapNode } from '../node.ts';

/**
 * An object as SOPS decrypts it, but for its values: without what SOPS keeps of the encryption beside the object's fields.
 * The same node where there is nothing of the kind.
 */
export function withoutSops(root: MapNode): MapNode {
  const kept = entryFor(root, facts.field);
  if (kept?.value.kind !== 'map') return root;
  const { value } = kept;
  if (!facts.keys.every((key) => entryFor(value, key) !== undefined)) return root;
  return { ...root, entries: root.entries.filter((entry) => entry !== kept) };
}

/** Whether a text is a value that SOPS has encrypted: nobody knows what it will be. */
export function isEncrypted(text: string): boolean {
  return text.startsWith(facts.begins) && text.endsWith(facts.ends);
}
