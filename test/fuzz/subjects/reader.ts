import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { exactly } from '../../support/canonical.ts';
import { mutatedText, yamlText } from '../../support/yamlText.ts';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { objectTexts } from '../objects.ts';
import { assertInside, assertNodesInside } from '../properties.ts';
import type { Subject } from '../subject.ts';

/** Reads any text: documents in order, each value and problem at a position in the text. */
export const reader: Subject = {
  name: 'reader',
  share: 6,
  inputs: fc.oneof(
    mutated([...corpus('server/src/checks', /\.ya?ml$/), ...corpus('sample', /\.ya?ml$/)]),
    mutatedText,
    yamlText,
    objectTexts,
    fc.string({ unit: 'binary', maxLength: 60 }),
  ),
  hold(text) {
    const { documents } = readManifest(text);
    let end = 0;
    for (const { span, root, problems } of documents) {
      assertInside(span, text, 'a document');
      assert.ok(span.start >= end, 'documents are one behind the other');
      end = span.end;
      if (root !== undefined) assertNodesInside(root, text);
      else assert.ok(problems.length > 0 || text.slice(span.start, span.end).trim() !== '', 'it says why');
      for (const { span, message, remedy } of problems) {
        assertInside(span, text, message);
        assert.ok(message !== '' && remedy !== '');
      }
    }
    if (text.length % 4 !== 0) return;
    const roots = documents.map(({ root }) => exactly(root));
    assert.deepEqual(
      readManifest(text).documents.map(({ root }) => exactly(root)),
      roots,
    );
  },
};
