import assert from 'node:assert/strict';
import { findResources } from '../resources/findResources.ts';
import { readManifest } from './readManifest.ts';

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n';
/** A form that only the full reader handles. */
const rare = '  ? a\n  : b\n';
const mebibyte = 1024 * 1024;

describe('readManifest of long texts', () => {
  it('reports errors at their beginning as for short ones', () => {
    const [text, filler] = [`${head}  k: "a\n  k: "b\n`, '  k: c\n'.repeat(40_000)];
    const problems = (yaml: string) => readManifest(yaml).documents.map((document) => document.problems);
    assert.deepEqual(problems(text + filler), problems(text + filler.slice(0, 700)));
    assert.equal(problems(text + filler)[0]?.length, 1);
  });

  it('reports no error where it cuts a text', () => {
    const long = 'a b\n    '.repeat(40_000);
    for (const value of [`"${long}"`, `[ "${long}" ]`, `{ a: [ ${'a,\n    '.repeat(40_000)} ] }`]) {
      assert.deepEqual(readManifest(`${head}${rare}  c: ${value}\n`).documents[0]?.problems, []);
    }
  });

  it('reports a limited number of problems', () => {
    assert.equal(readManifest(head + '  a: *b\n'.repeat(1_000)).documents[0]?.problems.length, 20);
  });

  it('reports truncated JSON at its end', () => {
    const text = `{ "data": { "a": "b"${', "a": "b"'.repeat(20_000)}`;
    const [document, ...others] = readManifest(text).documents;
    assert.deepEqual(others, []);
    assert.equal(document?.problems[0]?.span.start, text.length);
  });

  it('refuses texts that are too long for a server and slow to read', () => {
    const manifest = readManifest(head + rare + '  k: c\n'.repeat((3 * mebibyte) / 7));
    const { notJudged, problems, resources } = findResources(manifest);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      notJudged.map(({ reason }) => reason),
      ['unreadable'],
    );
    assert.equal(resources[0]?.name, undefined);
    assert.equal(readManifest(head + '  k: c\n'.repeat(mebibyte / 2)).documents[0]?.problems.length, 0);
  });
});
