import type { Expr } from '../../cel/ast.ts';
import { type Bindings, evaluate } from '../../cel/evaluate.ts';
import { type CelMap, type CelValue, isValue, type Outcome, string } from '../../cel/values.ts';
import type { Policy, Validation } from './policies.ts';

/** A validation that an object does not pass, for certain. */
export interface Failed {
  readonly validation: Validation;
  /** The message of the policy; undefined if only the server can evaluate it. */
  readonly message: string | undefined;
  /** The evaluation error; undefined if the validation is simply false. */
  readonly error: string | undefined;
}

/** How many steps the expressions of a policy may take together. */
const mostSteps = 500_000;

/**
 * The failed validations of a policy. Uncertain ones count as passed. Source: k8s.io/apiserver
 * pkg/admission/plugin/policy/validating/validator.go.
 */
export function failedValidations(policy: Policy, variables: ReadonlyMap<string, CelValue>): readonly Failed[] {
  const budget = { steps: mostSteps };
  const run = (expr: Expr, bindings: Bindings) => evaluate(expr, bindings, budget);
  const plain: Bindings = { values: variables };
  for (const condition of policy.matchConditions) {
    const outcome = run(condition, plain);
    // A condition that fails leaves to the others whether the policy counts at all.
    if (outcome.type !== 'bool' || !outcome.value) return [];
  }
  const bindings: Bindings = { values: new Map([...variables, ['variables', ownVariables(policy, variables, run)]]) };
  return policy.validations.flatMap((validation): readonly Failed[] => {
    const outcome = run(validation.expr, bindings);
    if (outcome.type === 'bool') {
      return outcome.value ? [] : [{ validation, message: messageOf(validation, bindings, run), error: undefined }];
    }
    if (outcome.type !== 'error' || !policy.failsClosed) return [];
    return [{ validation, message: undefined, error: outcome.message }];
  });
}

type Run = (expr: Expr, bindings: Bindings) => Outcome;

/** Each variable may use earlier ones; one that fails does so on use. */
function ownVariables(policy: Policy, known: ReadonlyMap<string, CelValue>, run: Run): CelMap {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const unreadable = new Map<string, Outcome>();
  const celMap: CelMap = { type: 'map', entries, unreadable, partial: true };
  const bindings: Bindings = { values: new Map([...known, ['variables', celMap]]) };
  for (const { name, expr } of policy.variables) {
    const value = run(expr, bindings);
    if (isValue(value)) entries.set(`s${name}`, [string(name), value]);
    else unreadable.set(`s${name}`, value);
  }
  return celMap;
}

function messageOf({ text, message, messageExpr }: Validation, bindings: Bindings, run: Run): string | undefined {
  const own = message === '' ? `failed expression: ${text.trim()}` : message.trim();
  if (messageExpr === undefined) return own;
  const outcome = run(messageExpr, bindings);
  if (outcome.type === 'string' && outcome.value.trim() !== '' && !outcome.value.includes('\n'))
    return outcome.value.trim();
  return outcome.type === 'unknown' ? undefined : own;
}
