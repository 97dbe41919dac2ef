import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { readRuleFile } from './ruleFile.ts';

const root = new URL('../../../', import.meta.url);
const shipped = readFileSync(new URL('server/data/authored/crd-conversions.json', root), 'utf8');

const file = (steps: string) =>
  `families:\n  - kinds: [Lamp]\n    source: ours\n    versions:\n      example.com/v1alpha1:\n        - ${steps}\n      example.com/v1: []\n`;

describe('files of conversion rules', () => {
  it('are published with a schema that the built-in rules satisfy', () => {
    const schema = JSON.parse(readFileSync(new URL('schemas/conversions.schema.json', root), 'utf8'));
    const { families } = JSON.parse(shipped);
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    assert(validate({ families }), JSON.stringify(validate.errors?.slice(0, 3)));
    assert.deepEqual(readRuleFile(JSON.stringify({ families })).problems, []);
    assert(readRuleFile(JSON.stringify({ families })).families.length > 30);
  });

  it('may be empty', () => {
    assert.deepEqual(readRuleFile(''), { families: [], problems: [] });
  });

  const refused = [
    ['{ step: rename, path: spec.a }', 'to is missing'],
    ['{ step: rename, path: spec.a, to: b, at: spec }', 'at is not a key of rename'],
    ['{ step: replace, path: spec.a }', 'must be one of rename'],
    ['{ step: drop, path: spec..a }', 'must be a path such as'],
    ['{ step: drop, path: metadata.name }', 'only labels and annotations'],
    ['{ step: rename, path: kind, to: sort }', 'touches kind'],
    ['{ step: move, at: metadata, moves: [{ from: namespace, to: labels.a }] }', 'touches metadata.namespace'],
    ['{ step: code, name: crdVersions }', 'names code'],
    ['{ step: duration, at: spec, from: a, to: b, unit: years }', 'unit must be one of'],
    ['{ step: values, path: spec.a, pairs: [[1]] }', 'must be a list of two values'],
  ] as const;
  for (const [steps, problem] of refused) {
    it(`refuse ${steps}`, () => {
      const text = file(steps);
      const { families, problems } = readRuleFile(text);
      assert.deepEqual(families, []);
      assert.equal(problems.length, 1);
      assert(problems[0]?.message.includes(problem), problems[0]?.message);
      const { start = 0 } = problems[0]?.span ?? {};
      assert.equal(text.slice(0, start).split('\n').length, 6, 'the problem stands at the step');
    });
  }

  it('report other errors', () => {
    assert.match(readRuleFile('families: [').problems[0]?.message ?? '', /./);
    assert.match(readRuleFile('rules: []').problems[0]?.message ?? '', /put the rules under families/);
    assert.match(
      readRuleFile(`${file('{ step: drop, path: spec.a }')}---\na: 1\n`).problems[0]?.message ?? '',
      /one document/,
    );
    assert.match(readRuleFile(' '.repeat(1_000_001)).problems[0]?.message ?? '', /longer/);
  });

  it('never cause an exception, whatever their content', () => {
    const words = fc.constantFrom(
      'families',
      'kinds',
      'source',
      'versions',
      'step',
      'path',
      'at',
      'move',
      'split',
      'to',
      'a',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(null, 1, '', 'spec.a', '[', 'a/v1'),
        words,
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(words, tie('value'), { maxKeys: 4 }),
    }));
    fc.assert(
      fc.property(value, (data) => {
        const { families, problems } = readRuleFile(JSON.stringify({ families: data }));
        assert(problems.length === 0 || families.length === 0);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
