import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { analyze, convert, createTarget, fix } from './index.ts';

const created = createTarget('1.37');
assert.ok(created.ok);
const { target } = created;
const functions = { createTarget, analyze, fix, convert };

const words = [
  ...['', '\0', '1.37', '1.37,emulated-version=1.20', '1.37,crds=cert-manager=v1.16', '99', '\ud800', '__proto__'],
  ...['apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\n', 'a: *b\n', '{', 'policy/v1'],
  ...['safe', 'forced', 'off', 'take', '2027-02-30', '2027-01-31', 'removed-api', 'kustomization.yaml', 'a.md'],
];

/** Arbitrary values, especially almost valid ones. */
const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(...words),
    fc.constantFrom<unknown>(target, [target], { ...target }, Object.create(target), Symbol('a'), () => undefined),
    fc.constantFrom<unknown>(Number.NaN, 1n, /a/, new Date(Number.NaN), new Array(4_000_000_000), Object.create(null)),
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('options'),
  ),
  options: fc.dictionary(
    fc.constantFrom('file', 'today', 'severity', 'codes', 'accept', 'to', 'defaults', 'definitions', 'removed-api'),
    tie('value'),
    { maxKeys: 3 },
  ),
})).value;

/** Whether an error is documented: nothing else is thrown. */
function isDocumented(error: unknown): boolean {
  return (
    (error instanceof TypeError || error instanceof RangeError) &&
    /^(expression|text|targets|options|file|today|severity|codes|accept|to|defaults|definitions|readSet)\b/.test(
      error.message,
    )
  );
}

describe('the library with any value', () => {
  for (const [name, run] of Object.entries(functions)) {
    it(`${name} returns a result or throws a documented error`, () => {
      fc.assert(
        fc.property(
          fc.tuple(
            fc.oneof(fc.constantFrom<unknown>(...words), anything),
            fc.oneof(fc.constant(target), anything),
            anything,
          ),
          (args) => {
            try {
              assert.equal(typeof Reflect.apply(run, undefined, args), 'object');
            } catch (error) {
              if (!isDocumented(error)) throw error;
            }
          },
        ),
        { numRuns: 400, seed: 28 },
      );
    });
  }

  it('recognizes that something is not a pack of a set', () => {
    const sealed =
      'apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: { name: a }\nspec: { encryptedData: {}, x: 1 }\n';
    const whole: Record<string, unknown> = JSON.parse(readFileSync('server/data/crds/sealed-secrets.json', 'utf8'));
    const refused = (pack: unknown, expression: string) => {
      const withSet = createTarget(expression, {
        readSet: () => (typeof pack === 'string' ? pack : JSON.stringify(pack)),
      });
      assert.ok(withSet.ok);
      try {
        return analyze(sealed, withSet.target).findings.length < 0;
      } catch (error) {
        if (!isDocumented(error)) throw error;
        return true;
      }
    };
    const cyclic = {
      ...whole,
      nodes: [
        [0, 0, 1],
        [0, 0, 0],
      ],
    };
    const deep = { ...whole, nodes: Array.from({ length: 5_000 }, (_, at) => (at === 0 ? [0] : [0, 0, at - 1])) };
    for (const pack of ['', 'null', '[]', '{}', { ...whole, format: 0 }, { ...whole, name: 'istio' }, cyclic, deep]) {
      assert.ok(refused(pack, '1.37,crds=sealed-secrets=v0.36'), JSON.stringify(pack).slice(0, 100));
    }
    const parts = fc.constantFrom('names', 'traits', 'nodes', 'definitions', 'more');
    fc.assert(
      fc.property(
        parts,
        fc.jsonValue({ maxDepth: 4 }),
        (part, value) => void refused({ ...whole, [part]: value }, '1.37,crds=sealed-secrets=v0.36'),
      ),
      { numRuns: 60, seed: 28 },
    );
  });
});
