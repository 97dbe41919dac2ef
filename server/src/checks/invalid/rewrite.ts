import type { Fix } from '../../finding.ts';
import { DraftMap } from '../../manifest/reconcile/draft.ts';
import { reconcile } from '../../manifest/reconcile/reconcile.ts';
import type { Subject } from '../check.ts';
import { isGateOn } from '../fieldGates.ts';

/** A change of an object that keeps its meaning, and after which the server accepts the value. */
export interface Rewrite {
  readonly title: string;
  /** A field that it sets, and the gate without which a server drops the field. */
  readonly sets: { readonly path: string; readonly gate: string };
  /** Changes the object. */
  apply(object: DraftMap): void;
}

/** A rewrite as a fix: safe if every target keeps the field that it sets; none for a part of an object. */
export function rewriteFixes(
  { title, sets, apply }: Rewrite,
  { resource, text, surface, surfaces }: Subject,
): readonly Fix[] {
  if (resource.part !== undefined || !isGateOn(surface, sets.gate)) return [];
  const draft = new DraftMap(resource.root);
  apply(draft);
  const edits = reconcile(text, resource.root, draft);
  if (edits === undefined) return [];
  const left = surfaces
    .filter((other) => !isGateOn(other, sets.gate))
    .map(({ name }) => `target "${name}" drops ${sets.path}`);
  return [{ title, kind: left.length === 0 ? 'safe' : 'lossy', edits, left }];
}
