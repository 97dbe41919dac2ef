import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { compile } from './compile.ts';
import { admissionDeclarations } from './declarations.ts';
import type { Environment } from './environment.ts';
import { type Budget, evaluate } from './evaluate.ts';
import { environmentOf } from './libraries.ts';
import { parse } from './parse.ts';

describe('the CEL compiler with any input', () => {
  let environment: Environment;
  const declarations = admissionDeclarations(surfaceOf('1.37').versions.binary, {
    params: true,
    authorizer: true,
    patches: true,
    policyVariables: new Map(),
  });

  before(() => {
    environment = environmentOf(surfaceOf('1.37'), 'stored', 'device');
  });

  const compiled = (text: string) => compile(text, environment, declarations);

  it('compiles any text or reports an error at a position in it', () => {
    const words = fc.constantFrom(
      ...[
        'object',
        '.',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '?',
        ':',
        ',',
        '&&',
        '||',
        '!',
        '-',
        '+',
        '==',
        'in',
        ' ',
        '"',
        "'",
      ],
      ...[
        '1',
        '2u',
        '.5',
        "'a'",
        'b"x"',
        'r"\\"',
        'all',
        'map',
        'x',
        'has',
        'true',
        'null',
        '`a`',
        '//',
        '\n',
        '\\',
        'é',
      ],
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const { at, message } of compiled(text).problems) {
          assert.ok(at >= 0 && at <= text.length);
          assert.notEqual(message, '');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses deeper nesting than the server does, without recursing', () => {
    for (const deep of ['(', '[', '{1:', '1+(', 'f(', 'true?1:', 'object.a[', '!(', '-', '!']) {
      const { problems } = compiled(deep.repeat(30_000));
      assert.equal(problems.length, 1, deep);
    }
    assert.equal(compiled(`object${'.a'.repeat(30_000)}`).problems[0]?.message, 'max recursion depth exceeded');
  });

  it('refuses texts that are too long, counting characters', () => {
    const sized = (count: number) => `'${'😀'.repeat(count)}'`;
    assert.deepEqual(compiled(sized(99_998)).problems, []);
    assert.match(compiled(sized(99_999)).problems[0]?.message ?? '', /size: 100001, limit 100000/);
  });

  it('reports nothing if types double in size with every variable', () => {
    let text = 'x60 == 1';
    for (let i = 60; i > 0; i--) text = `cel.bind(x${i}, ${i === 1 ? 1 : `{x${i - 1}: x${i - 1}}`}, ${text})`;
    assert.deepEqual(compiled(text).problems, []);
  });

  it('ends evaluations that exceed the budget, with an unknown result', () => {
    let inner = 'true';
    for (const name of 'abcdefghijkl') inner = `[1,2,3,4,5,6,7,8,9].all(${name}, ${inner})`;
    const parsed = parse(inner, environment.syntax);
    assert.ok('expr' in parsed);
    const budget: Budget = { steps: 100_000 };
    assert.deepEqual(evaluate(parsed.expr, { values: new Map() }, budget), { type: 'unknown' });
    const chain = parse(`optional.of(1)${'.optMap(x, x + 1)'.repeat(40)}`, environment.syntax);
    assert.ok('expr' in chain);
    assert.deepEqual(evaluate(chain.expr, { values: new Map() }, { steps: 100_000 }), { type: 'unknown' });
    assert.deepEqual(compiled(`optional.of(1)${'.optMap(x, x + 1)'.repeat(40)}`).problems, []);
  });
});
