import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { evaluateRules } from '../../../server/src/cel/evaluateRules.ts';
import { jsonAt, type PlainJson } from '../../../server/src/crd/schema/json.ts';
import { readSchema } from '../../../server/src/crd/schema/readSchema.ts';
import { readManifest } from '../../../server/src/manifest/readManifest.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

interface Recording {
  readonly schema: object;
  readonly object: PlainJson;
  /** Whether the validator of 1.37.1 found the object to keep or to break the rule, or could not compile it. */
  readonly rules: readonly (readonly [rule: string, verdict: 'kept' | 'broken' | 'uncompiled'])[];
}

const { schema, object, rules }: Recording = JSON.parse(
  readFileSync(new URL('evaluations.json', import.meta.url), 'utf8'),
);

describe('rules that kube-apiserver evaluated', () => {
  const broken = new Map(rules.map(([rule]) => [rule, isBroken(rule)]));

  it(`never counts as broken what the server finds kept, in ${rules.length} rules`, () => {
    assert.deepEqual(
      rules.filter(([rule, verdict]) => verdict !== 'broken' && broken.get(rule) === true),
      [],
    );
  });

  it('finds what the server finds broken', () => {
    const found = rules.filter(([, verdict]) => verdict === 'broken');
    assert.ok(found.length > 100);
    assert.deepEqual(
      found.filter(([rule]) => broken.get(rule) !== true),
      [],
    );
  });
});

function isBroken(rule: string): boolean {
  const text = JSON.stringify({ ...schema, 'x-kubernetes-validations': [{ rule }] });
  const root = readManifest(text).documents[0]?.root;
  const json = jsonAt(object, { start: 0, end: 0 });
  return evaluateRules(readSchema(root), json, surfaceOf('1.37')).length > 0;
}
