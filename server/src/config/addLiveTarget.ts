import { plainOrQuoted } from '../manifest/edit/write.ts';
import { isNull } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { DraftMap, mapDraft, scalarDraft } from '../manifest/reconcile/draft.ts';
import { reconcile } from '../manifest/reconcile/reconcile.ts';
import { applyEdits } from '../text/edit.ts';

/**
 * A configuration with one more target, a live cluster: `NAME: { context: CONTEXT }`. Everything else stays as it is
 * written, comments too. Undefined where the text has no place for it that is certain.
 */
export function addLiveTarget(text: string, name: string, context: string): string | undefined {
  const [document, ...others] = readManifest(text).documents;
  if (others.length > 0 || (document?.problems.length ?? 0) > 0) return undefined;
  const root = document?.root;
  if (root === undefined || isNull(root)) {
    // A null that is written out leaves no place beside it.
    if (root !== undefined && root.end > root.start) return undefined;
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return `${before}targets:\n  ${plainOrQuoted(name)}:\n    context: ${plainOrQuoted(context)}\n`;
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
