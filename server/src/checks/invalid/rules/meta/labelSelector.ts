import { labelValue } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateLabelName, validateLabels } from './labels.ts';

// Source: k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go.

/** A label selector, if there is one: `ValidateLabelSelector`. Returns whether it is well-formed. */
export function validateLabelSelector(selector: Value, errors: ErrorList): boolean {
  if (!selector.present) return true;
  const before = errors.count;
  validateLabels(selector.at('matchLabels'), errors);
  for (const requirement of selector.at('matchExpressions').items) {
    validateSetOperator(requirement, errors);
    validateLabelName(requirement.at('key'), errors);
    for (const value of requirement.at('values').items) errors.invalid(value, labelValue(value.text), value.text);
  }
  return errors.count === before;
}

/** Whether a label selector has no requirement at all. */
export function selectsEverything(selector: Value): boolean {
  return selector.at('matchLabels').empty && selector.at('matchExpressions').empty;
}

/**
 * Whether labels match a well-formed label selector: `LabelSelectorAsSelector` and `Matches`. An absent selector
 * matches nothing.
 */
export function selectorMatches(selector: Value, labels: ReadonlyMap<string, string>): boolean {
  if (!selector.present) return false;
  for (const [key, value] of selector.at('matchLabels').strings) {
    if (labels.get(key) !== value) return false;
  }
  for (const requirement of selector.at('matchExpressions').items) {
    const found = labels.get(requirement.at('key').text);
    const values = requirement.at('values').texts;
    switch (requirement.at('operator').text) {
      case 'In':
        if (found === undefined || !values.includes(found)) return false;
        break;
      case 'NotIn':
        if (found !== undefined && values.includes(found)) return false;
        break;
      case 'Exists':
        if (found === undefined) return false;
        break;
      case 'DoesNotExist':
        if (found !== undefined) return false;
        break;
    }
  }
  return true;
}

/** The operator of a requirement and how many values it takes, for the operators of sets. */
export function validateSetOperator(requirement: Value, errors: ErrorList): void {
  const values = requirement.at('values');
  switch (requirement.at('operator').text) {
    case 'In':
    case 'NotIn':
      if (values.empty) errors.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (!values.empty) {
        errors.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      }
      break;
    default:
      errors.invalid(requirement.at('operator'), 'not a valid selector operator');
  }
}
