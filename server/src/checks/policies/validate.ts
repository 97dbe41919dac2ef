import type { Bindings } from '../../cel/evaluate.ts';
import type { CelValue } from '../../cel/values.ts';
import { byteLength } from '../../formats/format.ts';
import { conditionsHold, errorOf, policyRun, type Run, withOwnVariables } from './evaluation.ts';
import type { ValidatingPolicy, Validation } from './validatingPolicies.ts';

/** A validation that an object certainly fails. */
export interface Failed {
  /** The expression that is false, or that fails. */
  readonly text: string;
  /** The server's message. */
  readonly reason: string;
  /** Whether the object is refused regardless of the actions of the binding. */
  readonly denies?: true;
}

/**
 * The validations of a policy that an object certainly fails. Source: k8s.io/apiserver
 * pkg/admission/plugin/policy/validating/validator.go.
 */
export function failedValidations(
  policy: ValidatingPolicy,
  variables: ReadonlyMap<string, CelValue>,
): readonly Failed[] {
  const { run, dependsOnOrder } = policyRun('written');
  const failed = failedIn(policy, variables, run);
  if (failed.length === 0 || !dependsOnOrder()) return failed;
  // The reason is one of those that the server gives.
  const reversed = failedIn(policy, variables, policyRun('reversed').run);
  return failed.filter(({ text, denies }) => reversed.some((other) => other.text === text && other.denies === denies));
}

function failedIn(policy: ValidatingPolicy, variables: ReadonlyMap<string, CelValue>, run: Run): readonly Failed[] {
  const holds = conditionsHold(policy, variables, run);
  if (typeof holds === 'object') {
    return policy.failsClosed ? [{ text: policy.matchConditions[holds.index]?.text ?? '', reason: holds.error }] : [];
  }
  if (holds !== true) return [];
  const bindings = withOwnVariables(policy, variables, run);
  const failed = policy.validations.flatMap((validation): readonly Failed[] => {
    const outcome = run(validation.expr, bindings);
    if (outcome.type === 'bool') {
      return outcome.value ? [] : [{ text: validation.text, reason: messageOf(validation, bindings, run) }];
    }
    if (outcome.type !== 'error' || !policy.failsClosed) return [];
    return [{ text: validation.text, reason: errorOf(validation.text, outcome.message) }];
  });
  if (!policy.failsClosed) return failed;
  const annotations = policy.annotations.flatMap(({ text, expr }): readonly Failed[] => {
    const outcome = run(expr, bindings);
    return outcome.type === 'error' ? [{ text, reason: errorOf(text, outcome.message), denies: true }] : [];
  });
  return [...failed, ...annotations];
}

/** The maximum length of a message expression's result, in bytes. Source: k8s.io/apiserver pkg/apis/cel/config.go. */
const longestMessage = 5 * 1024;

function messageOf({ text, message, messageExpr }: Validation, bindings: Bindings, run: Run): string {
  const failed = `failed expression: ${text.trim()}`;
  const policyMessage = message === '' ? failed : message.trim();
  if (messageExpr === undefined) return policyMessage;
  const outcome = run(messageExpr, bindings);
  // The message is unknown, but the policy refuses the object.
  if (outcome.type === 'unknown') return failed;
  const evaluated = outcome.type === 'string' ? outcome.value.trim() : '';
  return evaluated === '' || evaluated.includes('\n') || byteLength(evaluated) > longestMessage
    ? policyMessage
    : evaluated;
}
