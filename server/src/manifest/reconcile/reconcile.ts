import type { TextEdit } from '../../text/edit.ts';
import { sharedEnd, sharedStart } from '../../text/sharedEnds.ts';
import { replaceScalar } from '../edit/replaceScalar.ts';
import type { MapNode } from '../node.ts';
import type { DraftMap } from './draft.ts';
import { Edits } from './edits.ts';
import { readsAs } from './readBack.ts';
import { mergeEdits } from './slice.ts';
import { hasAnchors, uncertain } from './source.ts';

/**
 * The edits that turn the text of a resource into its changed draft, ordered and disjoint. Everything else stays byte
 * for byte: comments, order, quotes, anchors, layout, line ends. Moved parts keep their text and comments; comments of
 * removed parts stay. Undefined if the edited text would not read back exactly as the draft, or if something else in
 * its document would change. Never throws.
 */
export function reconcile(text: string, root: MapNode, draft: DraftMap): readonly TextEdit[] | undefined {
  if (draft.untouched) return [];
  const swap = onlySwap(root, draft);
  if (swap !== undefined && isPlainSwap(text, swap)) return [swap];
  try {
    const edits = mergeEdits(new Edits(text, root, draft).root(draft, root)).flatMap((edit) => trimmed(text, edit));
    const [only] = edits;
    const isSwap = only !== undefined && edits.length === 1 && isPlainSwap(text, only);
    if (isSwap && !hasAnchors(text.slice(root.start, root.end))) return edits;
    return readsAs(text, root, edits, draft) ? edits : undefined;
  } catch (thrown) {
    if (thrown === uncertain || thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/**
 * The edit for a block whose draft differs in one direct leaf, as in most conversions. Anchors other than the leaf's
 * could only refer to it through the enclosing block, which cannot contain itself.
 */
function onlySwap({ entries, flow }: MapNode, draft: DraftMap): TextEdit | undefined {
  let swap: TextEdit | undefined;
  let at = 0;
  for (const { key, value, entry } of draft.fields()) {
    const was = entries[at++];
    if (was === undefined || entry !== was || entry.key !== key) return undefined;
    if (value.origin === was.value && (value.kind === 'scalar' || value.untouched)) continue;
    if (swap !== undefined || value.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
    if (value.origin !== undefined || was.alias !== undefined || was.merged) return undefined;
    if (was.value.kind !== 'scalar') return undefined;
    swap = replaceScalar(was.value, value.value);
    if (swap === undefined) return undefined;
  }
  return flow || at < entries.length ? undefined : swap;
}

/** Whether an edit replaces a leaf without an anchor by a plain leaf on the line of its key. */
function isPlainSwap(text: string, { span, newText }: TextEdit): boolean {
  const before = text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.start);
  const old = text.slice(span.start, span.end);
  if (old === newText) return false;
  return /^ *(?:- )*[A-Za-z]+: +$/.test(before) && /^[\w./]+$/.test(old) && /^[\w./]+$/.test(newText);
}

/** An edit without unchanged lines at its ends; none if it changes nothing. */
function trimmed(text: string, { span, newText }: TextEdit): TextEdit[] {
  const old = text.slice(span.start, span.end);
  if (old === newText) return [];
  const start = sharedStart(old, newText);
  const head = start === 0 ? 0 : old.lastIndexOf('\n', start - 1) + 1;
  let tail = sharedEnd(old, newText, Math.min(old.length, newText.length) - head);
  const lineBreak = /\r?\n/.exec(old.slice(old.length - tail));
  tail = lineBreak === null ? 0 : tail - lineBreak.index;
  return [
    {
      span: { start: span.start + head, end: span.end - tail },
      newText: newText.slice(head, newText.length - tail),
    },
  ];
}
