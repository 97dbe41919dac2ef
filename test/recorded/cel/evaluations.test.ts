/*
 * `evaluations.json`: rules that the validator of kube-apiserver 1.37.1 (k8s.io/apiextensions-apiserver,
 * `cel.Validator`) evaluated on one `object` with a `schema`: `kept`, `broken` (false, or an error), or `uncompiled`.
 * Generated rules that call a function on a value of an unsupported type are excluded.
 *
 * `evaluations.jsonl.gz`: generated rules and objects for generated schemas, with the results of the validators of
 * 1.37.1 and 1.34.4: for each object `k` for kept, `b` for broken, including errors.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { evaluateRules } from '../../../server/src/cel/evaluateRules.ts';
import { jsonAt, type PlainJson } from '../../../server/src/crd/schema/json.ts';
import { readSchema } from '../../../server/src/crd/schema/readSchema.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

interface Recording {
  readonly schema: object;
  readonly object: PlainJson;
  /** Whether the validator of 1.37.1 accepted the object, refused it, or could not compile the rule. */
  readonly rules: readonly (readonly [rule: string, verdict: 'kept' | 'broken' | 'uncompiled'])[];
}

const { schema, object, rules }: Recording = JSON.parse(
  readFileSync(new URL('evaluations.json', import.meta.url), 'utf8'),
);

describe('rules that kube-apiserver evaluated', () => {
  const broken = new Map(rules.map(([rule]) => [rule, isBroken(rule)]));

  it(`fail only if they fail on the server, of ${rules.length} rules`, () => {
    assert.deepEqual(
      rules.filter(([rule, verdict]) => verdict !== 'broken' && broken.get(rule) === true),
      [],
    );
  });

  it('fail if they fail on the server', () => {
    const found = rules.filter(([, verdict]) => verdict === 'broken');
    assert.ok(found.length > 100);
    assert.deepEqual(
      found.filter(([rule]) => broken.get(rule) !== true),
      [],
    );
  });
});

interface Generated {
  readonly setting: string;
  readonly schema: object;
  readonly objects: readonly PlainJson[];
  /** Rules, and for each object `k` if the server accepted it, `b` if it did not. */
  readonly rules: readonly (readonly [rule: string, verdicts: string])[];
}

const generated = readRows<Generated>(new URL('evaluations.jsonl.gz', import.meta.url));

describe('generated rules that kube-apiservers evaluated', () => {
  for (const setting of new Set(generated.map((each) => each.setting))) {
    const surface = surfaceOf(setting);
    const answers = generated
      .filter((each) => each.setting === setting)
      .flatMap((each) =>
        each.rules.flatMap(([rule, verdicts]) =>
          each.objects.map((value, index) => ({
            rule,
            value,
            isBroken: verdicts[index] === 'b',
            found: brokenBy(each.schema, rule, value, surface),
          })),
        ),
      );

    it(`at ${setting}: fail only if they fail on the server, in ${answers.length} pairs`, () => {
      assert.deepEqual(
        answers.filter(({ isBroken: server, found }) => found && !server),
        [],
      );
    });

    it(`at ${setting}: fail in 97 of 100 cases in which they fail on the server`, () => {
      const wanted = answers.filter(({ isBroken: server }) => server);
      const missed = wanted.filter(({ found }) => !found);
      assert.ok(wanted.length > 1000);
      assert.ok(missed.length <= wanted.length * 0.03, `${missed.length} of ${wanted.length}`);
    });
  }
});

function isBroken(rule: string): boolean {
  return brokenBy(schema, rule, object, surfaceOf('1.37'));
}

function brokenBy(plain: object, rule: string, value: PlainJson, surface: ApiSurface): boolean {
  const text = JSON.stringify({ ...plain, 'x-kubernetes-validations': [{ rule }] });
  const root = readManifest(text).documents[0]?.root;
  return evaluateRules(readSchema(root), jsonAt(value, { start: 0, end: 0 }), surface).length > 0;
}
