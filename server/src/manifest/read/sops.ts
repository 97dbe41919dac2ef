import facts from '../../../data/authored/sops.json' with { type: 'json' };
import { entryFor, type MapNode } from '../node.ts';

/**
 * An object as SOPS decrypts it, except for its values: without the SOPS metadata beside its fields. The same node if
 * there is none.
 */
export function withoutSops(root: MapNode): MapNode {
  const kept = entryFor(root, facts.field);
  if (kept?.value.kind !== 'map') return root;
  const { value } = kept;
  if (!facts.keys.every((key) => entryFor(value, key) !== undefined)) return root;
  return { ...root, entries: root.entries.filter((entry) => entry !== kept) };
}

/** Whether a text is a SOPS-encrypted value, so that its content is unknown. */
export function isEncrypted(text: string): boolean {
  return text.startsWith(facts.begins) && text.endsWith(facts.ends);
}
