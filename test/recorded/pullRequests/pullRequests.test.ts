import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseScenarios } from '../../scenarios/format.ts';
import { journeyAnswers, journeys } from './answers.ts';

describe('pull requests, as kube-apiserver 1.37 answered', () => {
  const { scenarios } = parseScenarios(readFileSync(journeys, 'utf8'));
  const answers = journeyAnswers();

  it('were all asked about', () => {
    assert.deepEqual(
      answers.map(({ title }) => title),
      scenarios.map(({ title }) => title),
    );
    assert.ok(answers.length >= 12);
  });

  for (const [index, { title, refused }] of answers.entries()) {
    it(title, () => {
      const result = scenarios[index]?.steps.at(-1)?.results.find(({ name }) => name === 'stdout');
      const found = (result?.body ?? '').split('\n').filter((line) => line !== '' && line !== '(none)');
      // A server may name the field above.
      const paths = found.map((line) => line.split(' ').at(-1) ?? '').sort();
      const fields = refused.flatMap((object) => object.fields).sort();
      assert.equal(paths.length, fields.length, `${paths} ${fields}`);
      for (const [at, field] of fields.entries()) assert.ok(paths[at]?.startsWith(field), `${paths} ${fields}`);
    });
  }
});
