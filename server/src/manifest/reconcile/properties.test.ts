import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeAtRandom } from '../../../../test/support/draftChanges.ts';
import { commentsOf, inYamlStyle, plainValues, yamlStyles } from '../../../../test/support/yamlStyle.ts';
import { mutatedText } from '../../../../test/support/yamlText.ts';
import { applyEdits } from '../../text/edit.ts';
import type { Node } from '../node.ts';
import { readManifest } from '../read/readManifest.ts';
import { type Draft, DraftMap } from './draft.ts';
import { reconcile } from './reconcile.ts';

describe('reconcile, for any text and change', () => {
  it('gives a text that reads as the draft, with all comments and line endings, and seldom gives up', () => {
    let runs = 0;
    let undecided = 0;
    fc.assert(
      fc.property(
        plainValues,
        yamlStyles,
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        (value, style, picks) => {
          const text = inYamlStyle(value, style);
          const root = readManifest(text).documents[0]?.root;
          fc.pre(root?.kind === 'map');
          const draft = new DraftMap(root);
          let at = 0;
          const pick = (limit: number) => (limit <= 0 ? 0 : (picks[at++ % picks.length] ?? 0) % limit);
          const done = Array.from({ length: 1 + pick(3) }, () => changeAtRandom(draft, pick));
          fc.pre(!draft.fields().next().done);
          const edits = reconcile(text, root, draft);
          runs++;
          if (edits === undefined) {
            undecided++;
            return;
          }
          const after = applyEdits(text, edits);
          assert(after !== undefined, 'edits overlap');
          const [document] = readManifest(after).documents;
          const message = `${done.join('; ')}\n${text}\n---\n${after}`;
          assert.deepEqual(document?.problems, [], message);
          assert.deepEqual(plainNode(document?.root), plainDraft(draft), message);
          assert.deepEqual(commentsOf(after), commentsOf(text), message);
          if (text.includes('\n'))
            assert.equal(/[^\r]\n/.test(after), style.lineBreak === '\n' && after.includes('\n'), message);
          for (const { span, newText } of edits) assert.notEqual(text.slice(span.start, span.end), newText);
        },
      ),
      { numRuns: 1000 },
    );
    assert(undecided * 50 < runs, `${undecided} of ${runs} undecided`);
  });

  it('keeps JSON valid, on one line or on several', () => {
    fc.assert(
      fc.property(
        plainValues,
        fc.constantFrom(undefined, 2, 4, '\t'),
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        (value, space, picks) => {
          const text = JSON.stringify(value, undefined, space);
          const root = readManifest(text).documents[0]?.root;
          fc.pre(root?.kind === 'map' && root.entries.length > 0);
          const draft = new DraftMap(root);
          let at = 0;
          const pick = (limit: number) => (limit <= 0 ? 0 : (picks[at++ % picks.length] ?? 0) % limit);
          for (let i = 0; i < 3; i++) changeAtRandom(draft, pick);
          fc.pre(!draft.fields().next().done);
          const edits = reconcile(text, root, draft);
          assert(edits !== undefined, text);
          const after = applyEdits(text, edits) ?? '';
          const read: unknown = JSON.parse(after);
          // Numbers beyond 2^53 do not survive JSON.parse.
          const withoutLargeNumbers = (json: string) => json.replaceAll(/\d{16}/g, '#');
          if (space !== undefined)
            assert.equal(withoutLargeNumbers(after), withoutLargeNumbers(JSON.stringify(read, undefined, space)), text);
          assert.deepEqual(plainNode(readManifest(after).documents[0]?.root), plainDraft(draft));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never throws, and never changes the meaning of unusual texts', () => {
    fc.assert(
      fc.property(mutatedText, fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), (text, picks) => {
        const [document] = readManifest(text).documents;
        const root = document?.root;
        fc.pre(root?.kind === 'map');
        const draft = new DraftMap(root);
        let at = 0;
        const pick = (limit: number) => (limit <= 0 ? 0 : (picks[at++ % picks.length] ?? 0) % limit);
        const done = Array.from({ length: 1 + pick(3) }, () => changeAtRandom(draft, pick));
        const edits = reconcile(text, root, draft);
        if (edits === undefined) return;
        const after = applyEdits(text, edits) ?? assert.fail('edits overlap');
        const message = `${done.join('; ')}\n${text}\n---\n${after}`;
        assert.deepEqual(plainNode(readManifest(after).documents[0]?.root), plainDraft(draft), message);
      }),
      { numRuns: 300 },
    );
  });
});

function plainDraft(draft: Draft): unknown {
  if (draft.kind === 'scalar') return draft.value;
  if (draft.kind === 'list') return draft.items.map(plainDraft);
  return Object.fromEntries([...draft.fields()].map(({ key, value }) => [key, plainDraft(value)]));
}

function plainNode(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainNode);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainNode(value)]));
}
