import type { CelValue } from '../../cel/values.ts';
import { byteLength } from '../../formats/format.ts';
import { conditionsHold, errorOf, type PolicyRun, policyRun } from './evaluation.ts';
import { canExceed, costBudget, isKnown, outOfBudget, Phase, type PhaseOutcome } from './phase.ts';
import type { ValidatingPolicy, Validation } from './validatingPolicies.ts';

/** A validation that an object certainly fails. */
export interface FailedValidation {
  /** The expression that is false, or that fails. */
  readonly text: string;
  /** The server's message. */
  readonly reason: string;
  /** Whether the expression fails instead of being false. */
  readonly isError?: true;
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
): readonly FailedValidation[] {
  const run = policyRun('written');
  const failed = failedIn(policy, variables, run);
  if (failed.length === 0 || !run.dependsOnOrder()) return failed;
  // The reason is one of those that the server gives.
  const reversed = failedIn(policy, variables, policyRun('reversed'));
  return failed.filter(({ text, denies }) => reversed.some((other) => other.text === text && other.denies === denies));
}

function failedIn(
  policy: ValidatingPolicy,
  variables: ReadonlyMap<string, CelValue>,
  run: PolicyRun,
): readonly FailedValidation[] {
  const holds = conditionsHold(policy, variables, run);
  if (typeof holds === 'object') {
    return policy.failsClosed
      ? [{ text: policy.matchConditions[holds.index]?.text ?? '', reason: holds.error, isError: true }]
      : [];
  }
  if (holds !== true) return [];
  const phase = (): Phase => new Phase(run.budget, policy.costRules, variables, policy.variables, costBudget);
  const validations = phase();
  const outcomes = policy.validations.map(({ program }) => validations.run(program));
  const over = overBudget(policy.validations, outcomes, policy);
  if (over !== undefined) return over;
  // The server's answer is another one if the validations exceed their budget.
  if (validations.mayExceed) return [];
  const messages = new Phase(run.budget, policy.costRules, variables, policy.variables, costBudget, validations.spent);
  const messageOutcomes = messagesOf(policy, outcomes, messages);
  const failed = policy.validations.flatMap((validation, index): readonly FailedValidation[] => {
    const { text } = validation;
    const outcome = outcomes[index];
    if (outcome?.type === 'error')
      return policy.failsClosed ? [{ text, reason: errorOf(text, outcome.message), isError: true }] : [];
    if (messageOutcomes === 'outOfBudget')
      return policy.failsClosed ? [{ text, reason: `failed messageExpression: ${outOfBudget}`, isError: true }] : [];
    if (outcome?.type !== 'bool' || outcome.value) return [];
    return [{ text, reason: messageOf(validation, messageOutcomes[index]) }];
  });
  if (!policy.failsClosed) return failed;
  const annotated = phase();
  const results = policy.annotations.map(({ program }) => annotated.run(program));
  const annotations = policy.annotations.flatMap(({ text }, index): readonly FailedValidation[] => {
    const outcome = results[index];
    return outcome?.type === 'error'
      ? [{ text, reason: errorOf(text, outcome.message), isError: true, denies: true }]
      : [];
  });
  return overBudget(policy.annotations, results, policy) ?? [...failed, ...annotations];
}

/** The only failure where expressions exceed their budget; undefined if they do not. */
function overBudget(
  expressions: readonly { readonly text: string }[],
  outcomes: readonly PhaseOutcome[],
  { failsClosed }: ValidatingPolicy,
): readonly FailedValidation[] | undefined {
  const index = outcomes.findIndex(({ type }) => type === 'outOfBudget');
  if (index < 0) return undefined;
  return failsClosed ? [{ text: expressions[index]?.text ?? '', reason: outOfBudget, isError: true }] : [];
}

/** The server computes all messages, also those of validations that hold. */
function messagesOf(
  { validations, variables }: ValidatingPolicy,
  outcomes: readonly PhaseOutcome[],
  phase: Phase,
): readonly (PhaseOutcome | undefined)[] | 'outOfBudget' {
  const programs = validations.map(({ messageProgram }) => messageProgram);
  const count = programs.filter((program) => program !== undefined).length;
  const needsAll = count > 0 && canExceed(count + variables.length, phase.spent);
  const outcomesOfMessages = programs.map((program, index) => {
    const outcome = outcomes[index];
    const isNeeded = needsAll || (outcome?.type === 'bool' && !outcome.value);
    return program !== undefined && isNeeded ? phase.run(program) : undefined;
  });
  return outcomesOfMessages.some((outcome) => outcome?.type === 'outOfBudget') ? 'outOfBudget' : outcomesOfMessages;
}

/** The maximum length of a message expression's result, in bytes. Source: k8s.io/apiserver pkg/apis/cel/config.go. */
const longestMessage = 5 * 1024;

function messageOf({ text, message, messageProgram }: Validation, outcome: PhaseOutcome | undefined): string {
  const failed = `failed expression: ${text.trim()}`;
  const policyMessage = message === '' ? failed : message.trim();
  if (messageProgram === undefined || outcome === undefined) return policyMessage;
  // The message is unknown, but the policy refuses the object.
  if (!isKnown(outcome) && outcome.type !== 'error') return failed;
  const evaluated = outcome.type === 'string' ? outcome.value.trim() : '';
  return evaluated === '' || evaluated.includes('\n') || byteLength(evaluated) > longestMessage
    ? policyMessage
    : evaluated;
}
