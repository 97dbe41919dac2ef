import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compile } from '../../../server/src/cel/compile.ts';
import { admissionDeclarations } from '../../../server/src/cel/declarations.ts';
import { evaluate } from '../../../server/src/cel/evaluate.ts';
import { environmentOf } from '../../../server/src/cel/libraries.ts';
import { parse } from '../../../server/src/cel/parse.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { mutated } from '../mutations.ts';
import type { Subject } from '../subject.ts';

const surface = surfaceOf('1.37');
const environment = environmentOf(surface, 'stored', 'device');
const declarations = admissionDeclarations(surface.versions.binary, {
  params: true,
  authorizer: true,
  patches: true,
  policyVariables: new Map(),
});

const names = ['object', 'oldObject', 'request', 'x', 'i', 'variables', 'authorizer'];
const members = ['spec', 'metadata', 'name', 'all', 'a', 'size'];
const constants = [
  "'a'",
  '"b\\n"',
  "r'\\d+'",
  '1',
  '-1',
  '2u',
  '1.5',
  'true',
  'null',
  "b'x'",
  '9223372036854775807',
  "duration('1h')",
];
const operators = ['==', '!=', '<', '&&', '||', '+', '-', '*', '/', '%', 'in'];
const functions = [
  'size',
  'string',
  'int',
  'uint',
  'double',
  'type',
  'dyn',
  'timestamp',
  'duration',
  'quantity',
  'url',
  'ip',
  'cidr',
  'semver',
];
const methods = [
  'contains',
  'matches',
  'startsWith',
  'split',
  'join',
  'replace',
  'format',
  'sum',
  'isSorted',
  'orValue',
  'find',
  'lowerAscii',
];
const macros = ['all', 'exists', 'exists_one', 'map', 'filter', 'transformMap', 'optMap'];

/** Expressions of CEL's grammar, most of which do not compile. */
const grammar: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...names, ...constants),
    fc.tuple(tie('any'), fc.constantFrom(...operators), tie('any')).map((all) => all.join(' ')),
    fc.tuple(tie('any'), fc.constantFrom(...members)).map(([of, name]) => `${of}.${name}`),
    fc.tuple(tie('any'), tie('any')).map(([of, at]) => `${of}[${at}]`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    fc.tuple(fc.constantFrom(...functions), tie('any')).map(([name, of]) => `${name}(${of})`),
    fc
      .tuple(tie('any'), fc.constantFrom(...methods), tie('any'))
      .map(([of, name, argument]) => `${of}.${name}(${argument})`),
    fc.tuple(tie('any'), fc.constantFrom(...macros), tie('any')).map(([of, name, body]) => `${of}.${name}(x, ${body})`),
    fc.array(tie('any'), { maxLength: 3 }).map((all) => `[${all.join(', ')}]`),
    fc
      .array(fc.tuple(tie('any'), tie('any')), { maxLength: 2 })
      .map((all) => `{${all.map((entry) => entry.join(': ')).join(', ')}}`),
    tie('any').map((of) => `!has(${of}.a)`),
    tie('any').map((of) => `-(${of})`),
  ),
})).any;

const written = [
  "object.spec.containers.all(c, c.image.startsWith('registry.k8s.io/') && !c.image.contains(':latest'))",
  "has(object.metadata.labels) && object.metadata.labels.exists(k, k == 'app') ? 'a'.size() > 0 : false",
  "'%s of %d'.format([object.metadata.name, object.spec.replicas])",
  "quantity('1Gi').isGreaterThan(quantity('500M')) && url('https://a/b').getHost() == 'a'",
  'optional.of(object.spec).?a[?0].orValue(1) == cel.bind(x, 2, x + 1)',
];

/** CEL: any text compiles or is refused with a position in it, and is evaluated within its budget. */
export const expressions: Subject = {
  name: 'expressions',
  share: 12,
  inputs: fc.oneof(
    { weight: 3, arbitrary: grammar },
    { weight: 2, arbitrary: mutated(written) },
    fc.string({ maxLength: 30 }),
  ),
  hold(text) {
    const { problems } = compile(text, environment, declarations);
    for (const { at, message } of problems) {
      assert.ok(at >= 0 && at <= text.length, `${message} is at ${at} of ${text.length}`);
      assert.notEqual(message, '');
    }
    assert.deepEqual(compile(text, environment, declarations).problems, problems);
    const parsed = parse(text, environment.syntax);
    if (!('expr' in parsed)) return;
    const budget = { steps: 20_000 };
    const outcome = evaluate(parsed.expr, { values: new Map() }, budget);
    assert.deepEqual(evaluate(parsed.expr, { values: new Map() }, { steps: 20_000 }), outcome);
  },
};
