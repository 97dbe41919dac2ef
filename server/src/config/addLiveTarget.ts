import { plainOrQuoted } from '../manifest/edit/write.ts';
import { isNull } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { DraftMap, mapDraft, scalarDraft } from '../manifest/reconcile/draft.ts';
import { reconcile } from '../manifest/reconcile/reconcile.ts';
import { applyEdits } from '../text/edit.ts';

/**
 * Adds a live cluster target to the text of a configuration: `NAME: { context: CONTEXT }`. Keeps all other text,
 * including comments. Undefined if the result would be uncertain.
 */
export function addLiveTarget(text: string, name: string, context: string): string | undefined {
  const [document, ...others] = readManifest(text).documents;
  if (others.length > 0 || (document?.problems.length ?? 0) > 0) return undefined;
  const root = document?.root;
  if (root === undefined || isNull(root)) {
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    const added = `${before}targets:\n  ${plainOrQuoted(name)}:\n    context: ${plainOrQuoted(context)}\n`;
    // After an empty document, such as `~` or `...`, the addition may be invalid, or a second document.
    const [only, ...more] = readManifest(added).documents;
    return more.length === 0 && only?.problems.length === 0 && only.root?.kind === 'map' ? added : undefined;
  }
  if (root.kind !== 'map') return undefined;
  const draft = new DraftMap(root);
  const targets = draft.mapOrNew('targets');
  if (targets === undefined) return undefined;
  const after = [...targets.fields()].at(-1)?.key;
  targets.set(name, mapDraft({ context: scalarDraft(context) }), { after });
  const edits = reconcile(text, root, draft);
  return edits === undefined ? undefined : applyEdits(text, edits);
}
