/*
 * `runtimeCosts.jsonl.gz`: expressions of public policies and one for each function, with the cost that Kubernetes
 * 1.37.2 counts during the evaluation (k8s.io/apiserver, `pkg/admission/plugin/cel`) on one of the `objects` of the
 * first line. Expressions whose cost differs between runs are excluded, because Go iterates maps in random order.
 */
import assert from 'node:assert/strict';
import { compile } from '../../../server/src/cel/compile.ts';
import { costRules } from '../../../server/src/cel/cost/costRules.ts';
import type { Cost } from '../../../server/src/cel/costMeter.ts';
import { admissionDeclarations, variableType } from '../../../server/src/cel/declarations.ts';
import { environmentOf } from '../../../server/src/cel/libraries.ts';
import { programOf } from '../../../server/src/cel/program.ts';
import type { Type } from '../../../server/src/cel/type.ts';
import type { CelValue } from '../../../server/src/cel/values.ts';
import { Phase, type PolicyVariables } from '../../../server/src/checks/policies/phase.ts';
import { readRecording } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain };

interface Row {
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  readonly expression: string;
  readonly object: string;
  readonly cost: number;
  /** Whether the evaluation ends with an error. */
  readonly fails?: boolean;
}

interface Head {
  readonly objects: Readonly<Record<string, Plain>>;
}

const surface = surfaceOf('1.37');
const { head, rows } = readRecording<Row, Head>(new URL('runtimeCosts.jsonl.gz', import.meta.url));

/** The cost of a row according to the evaluation here; undefined if the result is unknown. */
function costOf({ variables = [], expression, object }: Row): Cost | undefined {
  const types = new Map<string, Type>();
  const compiled = (text: string) =>
    compile(
      text,
      environmentOf(surface, 'stored', undefined),
      admissionDeclarations(surface.versions.binary, {
        ...{ params: true, authorizer: false, patches: false, policyVariables: types },
      }),
    );
  const policyVariables: PolicyVariables = variables.map(({ name, expression }) => {
    const compiledVariable = compiled(expression);
    types.set(name, variableType(compiledVariable.type));
    const program = programOf(compiledVariable);
    assert.ok(program !== undefined, expression);
    return { name, program };
  });
  const program = programOf(compiled(expression));
  assert.ok(program !== undefined, expression);
  const none: CelValue = { type: 'null_type', value: null };
  const known = new Map([
    ['object', celValueOf(head.objects[object] ?? null)],
    ['oldObject', none],
    ['params', none],
  ]);
  const limit = Number.MAX_SAFE_INTEGER;
  const phase = new Phase({ steps: limit }, costRules(surface.versions.binary), known, policyVariables, limit);
  return phase.run(program).type === 'unknown' ? undefined : phase.spent;
}

function celValueOf(plain: Plain): CelValue {
  if (plain === null) return { type: 'null_type', value: plain };
  if (typeof plain === 'string') return { type: 'string', value: plain };
  if (typeof plain === 'boolean') return { type: 'bool', value: plain };
  if (typeof plain === 'number') return { type: 'int', value: BigInt(plain) };
  if (Array.isArray(plain)) return { type: 'list', items: plain.map(celValueOf) };
  const entries = Object.entries(plain).map(([key, item]): readonly [string, readonly [CelValue, CelValue]] => [
    `s${key}`,
    [{ type: 'string', value: key }, celValueOf(item)],
  ]);
  return { type: 'map', entries: new Map(entries) };
}

describe('the cost of evaluations at a kube-apiserver', () => {
  const counted = rows.flatMap((row) => {
    const cost = costOf(row);
    return cost === undefined ? [] : [{ ...row, ...cost, isError: row.fails === true }];
  });

  it(`is within the computed bounds, for ${rows.length} expressions`, () => {
    assert.deepEqual(
      counted.filter(({ cost, min, max }) => cost < min || cost > max),
      [],
    );
  });

  it('is known exactly for most expressions, and unknown for few', () => {
    const exact = counted.filter(({ min, max }) => min === max);
    assert.ok(exact.length > counted.length * 0.95, `${exact.length} of ${counted.length}`);
    assert.ok(counted.length > rows.length * 0.9, `${counted.length} of ${rows.length}`);
  });
});
