import { dnsSubdomain } from '../../../../formats/dns.ts';
import { labelValue } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateSetOperator } from '../meta/labelSelector.ts';
import { validateLabelName } from '../meta/labels.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateNodeSelector.

/** Terms that select nodes, at least one of them. Older binaries do not check values for pods and volumes. */
export function validateNodeSelector(
  selector: Value,
  errors: ErrorList,
  values = errors.has('node-selector-values'),
): void {
  const terms = selector.at('nodeSelectorTerms');
  if (terms.empty) errors.required(terms, 'must have at least one node selector term');
  for (const term of terms.items) validateNodeSelectorTerm(term, values, errors);
}

/** One term. Values are only checked in required terms. */
export function validateNodeSelectorTerm(term: Value, required: boolean, errors: ErrorList): void {
  for (const requirement of term.at('matchExpressions').items) validateRequirement(requirement, required, errors);
  for (const requirement of term.at('matchFields').items) validateFieldRequirement(requirement, errors);
}

function validateRequirement(requirement: Value, required: boolean, errors: ErrorList): void {
  const [operator, values] = [requirement.at('operator').text, requirement.at('values')];
  if (operator !== 'Gt' && operator !== 'Lt') validateSetOperator(requirement, errors);
  else if (values.length !== 1) {
    errors.required(values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
  }
  validateLabelName(requirement.at('key'), errors);
  if (!required) return;
  for (const value of values.items) errors.invalid(value, labelValue(value.text), value.text);
}

function validateFieldRequirement(requirement: Value, errors: ErrorList): void {
  const [key, operator, values] = [requirement.at('key'), requirement.at('operator'), requirement.at('values')];
  if (operator.text !== 'In' && operator.text !== 'NotIn') {
    errors.invalid(operator, 'not a valid selector operator');
  } else if (values.length !== 1) {
    errors.required(values, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
  }
  if (key.text !== 'metadata.name') errors.invalid(key, 'not a valid field selector key');
  else for (const value of values.items) errors.invalid(value, dnsSubdomain(value.text), value.text);
}
