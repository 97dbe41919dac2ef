import assert from 'node:assert/strict';
import { canonical, canonicalJson } from '../../../../test/support/canonical.ts';
import { entryFor, type Node } from '../node.ts';
import awkward from './fixtures/awkward.json' with { type: 'json' };
import { readManifest, readYamlDocument } from './readManifest.ts';

/** The output of sigs.k8s.io/yaml v1.6.0 with go.yaml.in/yaml/v2 v2.4.4 for each text, recorded from `YAMLToJSON`. */
const recorded: readonly {
  readonly name: string;
  readonly text: string;
  readonly json?: string;
  readonly refused?: boolean;
}[] = awkward;

describe('readManifest agrees with sigs.k8s.io/yaml', () => {
  for (const { name, text, json } of recorded) {
    it(json === undefined ? `refuses ${name}` : `reads ${name}`, () => {
      const documents = readManifest(text).documents;
      assert.equal(documents.length, 1);
      const [document] = documents;
      if (json === undefined) assert.notEqual(document?.problems.length, 0, canonical(document?.root));
      else {
        assert.deepEqual(document?.problems, []);
        assert.equal(canonical(document?.root), canonicalJson(json));
      }
    });
  }
});

function roots(text: string): string[] {
  return readManifest(text).documents.map(({ root, problems }) => (problems.length > 0 ? 'refused' : canonical(root)));
}

describe('readManifest splits a file as kubectl does', () => {
  it('omits documents with only comments and counts the others', () => {
    const { documents } = readManifest('# a\n---\n\n---\na: 1\n--- # c\n# d\n---# e\nb: 2\n---\n');
    assert.deepEqual(
      documents.map(({ index }) => index),
      [0, 1],
    );
    assert.deepEqual(
      documents.map(({ root }) => canonical(root)),
      ['{"a":1}', '{"b":2}'],
    );
  });
  it('splits at dashes inside block scalars at the first column', () => {
    assert.deepEqual(roots('a: |\n  x\n---\nb: 1\n'), ['{"a":"x\\n"}', '{"b":1}']);
  });
  it('reads dashes with text directly after them as a key, as the server does', () => {
    assert.deepEqual(roots('a: 1\n---b: 2\n'), ['{"---b":2,"a":1}']);
  });
  it('reports content after a separator and a directive, and reads the rest', () => {
    assert.deepEqual(roots('a: 1\n--- b: 2\nc: 3\n'), ['{"a":1}', 'refused']);
    assert.deepEqual(roots('%YAML 1.1\n---\na: 1\n'), ['refused', '{"a":1}']);
  });
  it('reads the documents around a broken one, with the position of the error', () => {
    const text = 'a: 1\n---\nb: [x\n---\nc: 3\n';
    assert.deepEqual(roots(text), ['{"a":1}', 'refused', '{"c":3}']);
    const problem = readManifest(text).documents[1]?.problems[0];
    assert.ok(problem !== undefined && problem.span.start >= 9 && problem.span.end <= 16, JSON.stringify(problem));
  });
  it('reads several JSON texts, and YAML after a single one', () => {
    assert.deepEqual(roots('{"a": "\\/"}\n{"b": 1.50}{"c": [true, null, -1e2]}'), [
      '{"a":"/"}',
      '{"b":1.5}',
      '{"c":[true,null,-100]}',
    ]);
    assert.deepEqual(roots('{"a": 1}\n---\nb: 2\n'), ['{"a":1}', '{"b":2}']);
    assert.deepEqual(roots('{"a":1}{"b":2}{c'), ['{"a":1}', '{"b":2}', 'refused']);
  });
  it('reads nothing from an empty file', () => {
    for (const text of ['', '\n', '# a', '---\n---\n', '\ufeff']) assert.deepEqual(readManifest(text).documents, []);
    assert.equal(readYamlDocument(' \n'), undefined);
  });
});

describe('spans of nodes', () => {
  const text = 'a: &x\n  "b" : \'c\'\nd: *x\ne:\nf: |\n  g\n\n# h\ni: [1, {j: k}]\n';
  const { root } = readManifest(text).documents[0] ?? {};
  const written = ({ start, end }: { readonly start: number; readonly end: number }) => text.slice(start, end);
  const value = (node: Node | undefined, key: string) => {
    const entry = node?.kind === 'map' ? entryFor(node, key) : undefined;
    assert.ok(entry !== undefined, key);
    return entry;
  };

  it('cover keys and values as written', () => {
    const b = value(value(root, 'a').value, 'b');
    assert.equal(written(b.keySpan), '"b"');
    assert.equal(written(b.value), "'c'");
    assert.equal(written(value(root, 'f').value), '|\n  g');
    assert.equal(written(value(root, 'i').value), '[1, {j: k}]');
  });
  it('of an alias are those of the anchor, with the position of the alias', () => {
    const d = value(root, 'd');
    assert.equal(written(d.value), '"b" : \'c\'');
    assert.equal(d.alias && written(d.alias), '*x');
  });
  it('of an absent value are empty and directly after the colon', () => {
    const e = value(root, 'e');
    assert.deepEqual([e.value.start, e.value.end], [text.indexOf('e:') + 2, text.indexOf('e:') + 2]);
  });
});

describe('readManifest survives', () => {
  const pod = 'apiVersion: v1\nkind: Pod\n';
  const texts: Record<string, string> = {
    'ten thousand open brackets': `a: ${'['.repeat(10_000)}`,
    'ten thousand nested JSON objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    'a thousand nested maps': Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
    'five thousand dashes': '- '.repeat(5000),
    'binary garbage': Array.from({ length: 10_000 }, (_, i) => String.fromCharCode((i * 7919) % 256)).join(''),
    'an open quote over many lines': `a: "${'x\n'.repeat(20_000)}`,
    'a break escaped at the end of open quotes': 'a: "\\\n',
    'blanks in front of a comment in broken text': `a: [\nb: x${' '.repeat(5000)}# c\n`,
    'many broken documents': Array(100).fill(`${pod}a: [\n`).join('---\n'),
    'a lone surrogate': 'a: \ud800\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    it(name, () => {
      const { documents } = readManifest(text);
      assert.ok(documents.length > 0);
      for (const { problems, span } of documents) {
        assert.ok(span.start <= span.end && span.end <= text.length);
        for (const problem of problems) assert.ok(problem.span.start <= problem.span.end);
      }
    });
  }
  it('large files', () => {
    const text = `${pod}data:\n${'  key: "value"\n'.repeat(100_000)}`;
    assert.deepEqual(readManifest(text).documents[0]?.problems, []);
    assert.equal(readManifest(Array(200).fill(pod).join('---\n')).documents.length, 200);
  });
});
