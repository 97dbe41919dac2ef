import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { emptySchema, type JsonSchema } from '../crd/schema/schema.ts';
import { compile } from './compile.ts';
import { ruleCosts } from './cost/ruleCost.ts';
import { environmentOf } from './libraries.ts';
import { ruleDeclarations } from './schemaTypes.ts';

describe('an expression that was compiled before', () => {
  const surface = surfaceOf('1.37');
  const shared = environmentOf(surface, 'new', undefined);
  const rules = ['self.a == self.b', 'self.a.size() < 9', 'self.b.all(x, x == self.a)', 'oldSelf.a > 1', 'has(self.c)'];
  const value: fc.Arbitrary<JsonSchema> = fc
    .oneof(
      fc.record({ type: fc.constantFrom('integer', 'boolean', 'number') }),
      fc.record({ type: fc.constant('string'), maxLength: fc.option(fc.nat(99), { nil: undefined }) }),
      fc.record({
        type: fc.constant('array'),
        maxItems: fc.nat(99),
        items: fc.constant({ ...emptySchema, type: 'string' }),
      }),
    )
    .map((parts) => ({ ...emptySchema, ...parts }));
  const object = fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), value)
    .map((fields) => ({ ...emptySchema, type: 'object', properties: new Map(Object.entries(fields)) }));

  /** The results for the rules of a schema. */
  function checked(schema: JsonSchema, environment: typeof shared): unknown {
    const declarations = ruleDeclarations(schema, false, true)?.required;
    const costs = ruleCosts(schema, false, 1n, surface.versions.binary);
    assert.ok(declarations !== undefined && costs !== undefined);
    return rules.map((rule) => {
      const compiled = compile(rule, environment, declarations);
      const { problems, type, variables } = compiled;
      return { problems, type, variables, cost: costs.ofRule(compiled) };
    });
  }

  it('has the same result for another schema as in a new environment', () => {
    fc.assert(
      fc.property(fc.array(object), (schemas) => {
        // A copied environment has no cache.
        for (const schema of schemas) assert.deepEqual(checked(schema, shared), checked(schema, { ...shared }));
      }),
    );
  });
});
