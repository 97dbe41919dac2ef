import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/batch/validation/validation.go, validatePodFailurePolicy.

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const operators = ['In', 'NotIn'];
const statuses = ['False', 'True', 'Unknown'];

/** The reaction of a job to failed pods. */
export function validatePodFailurePolicy(spec: Value, isJob: boolean, errors: ErrorList): void {
  const all = spec.at('podFailurePolicy').at('rules');
  // A job loses its rules for indexes while they are off, and the rest close ranks.
  const dropsIndexes = isJob && !errors.gate('JobBackoffLimitPerIndex');
  const rules = all.items
    .filter((rule) => !dropsIndexes || rule.at('action').text !== 'FailIndex')
    .map((rule, index) => rule.reportedAtItem(all, index));
  if (rules.length > 20) errors.tooMany(all, rules.length, 20);
  const pod = spec.at('template').at('spec');
  const containers = [...pod.at('containers').items, ...pod.at('initContainers').items];
  const names = new Set(containers.map((container) => container.at('name').text));
  for (const rule of rules) validateRule(rule, spec, names, errors);
}

function validateRule(rule: Value, spec: Value, containers: ReadonlySet<string>, errors: ErrorList): void {
  const [action, exitCodes, conditions] = [rule.at('action'), rule.at('onExitCodes'), rule.at('onPodConditions')];
  if (action.empty) errors.required(action, `valid values: ${JSON.stringify(actions)}`);
  else if (action.text === 'FailIndex') {
    if (!spec.has('backoffLimitPerIndex')) errors.invalid(action, 'requires the backoffLimitPerIndex to be set');
  } else errors.oneOf(action, actions);
  if (exitCodes.present) validateExitCodes(exitCodes, containers, errors);
  validateConditions(conditions, errors);
  if (exitCodes.present && !conditions.empty) {
    errors.invalid(rule, 'specifying both OnExitCodes and OnPodConditions is not supported');
  }
  if (!exitCodes.present && conditions.empty) {
    errors.invalid(rule, 'specifying one of OnExitCodes and OnPodConditions is required');
  }
}

function validateExitCodes(exitCodes: Value, containers: ReadonlySet<string>, errors: ErrorList): void {
  const [operator, container, values] = [
    exitCodes.at('operator'),
    exitCodes.at('containerName'),
    exitCodes.at('values'),
  ];
  if (operator.empty) errors.required(operator, `valid values: ${JSON.stringify(operators)}`);
  else errors.oneOf(operator, operators);
  if (container.present && !containers.has(container.text)) {
    errors.invalid(container, 'must be one of the container or initContainer names in the pod template');
  }
  if (values.empty) errors.invalid(values, 'at least one value is required');
  else if (values.length > 255) errors.tooMany(values, values.length, 255);
  const seen = new Set<number>();
  let previous = Number.NEGATIVE_INFINITY;
  let ordered = true;
  for (const value of values.items) {
    const code = value.number ?? 0;
    if (operator.text === 'In' && code === 0) errors.invalid(value, 'must not be 0 for the In operator');
    if (seen.has(code)) errors.duplicate(value, String(code));
    seen.add(code);
    ordered &&= previous <= code;
    previous = code;
  }
  if (!ordered) errors.invalid(values, 'must be ordered');
}

function validateConditions(conditions: Value, errors: ErrorList): void {
  if (conditions.length > 20) errors.tooMany(conditions, conditions.length, 20);
  for (const pattern of conditions.items) {
    const [type, status] = [pattern.at('type'), pattern.at('status')];
    errors.invalid(type, qualifiedName(type.text), type.text);
    // An absent status becomes True.
    if (!status.empty) errors.oneOf(status, statuses);
  }
}
