import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { compareAt } from '../pod/quantities.ts';
import { validateSteps } from './requestSteps.ts';

// Source: pkg/apis/resource/validation/validation.go, validateRequestPolicy.

/** The allowed requests for a capacity. */
export function validateRequestPolicy(policy: Value, capacity: Value, errors: ErrorList): void {
  const [values, range, fallback] = [policy.at('validValues'), policy.at('validRange'), policy.at('default')];
  if (!values.empty && range.present) {
    const conflict = 'cannot specify "validValues" and "validRange" at the same time';
    errors.forbidden(policy, `exactly one policy can be specified, ${conflict}`);
    return;
  }
  const which = range.present ? 'validRange' : 'validValues';
  if (!range.present && values.empty) return;
  if (!fallback.present) errors.required(fallback, `required when ${which} is defined`);
  else if (range.present) validateRange(range, fallback, capacity, errors);
  else validateValues(values, fallback, capacity, errors);
}

function validateValues(values: Value, fallback: Value, capacity: Value, errors: ErrorList): void {
  const items = values.items;
  for (const [index, value] of items.entries()) {
    const before = items[index - 1];
    if (before !== undefined && isMore(before, value))
      errors.invalid(value, 'values must be sorted in ascending order');
    if (isMore(value, capacity)) errors.invalid(value, 'option is larger than capacity value');
    if (items.slice(0, index).some((other) => compareAt(other, value) === 0)) errors.duplicate(value);
  }
  if (!items.some((value) => compareAt(value, fallback) === 0)) {
    errors.invalid(values, 'default value is not valid according to the requestPolicy');
  }
}

function validateRange(range: Value, fallback: Value, capacity: Value, errors: ErrorList): void {
  const [min, max, step] = [range.at('min'), range.at('max'), range.at('step')];
  if (!min.present) {
    errors.required(min, 'required when validRange is defined');
    return;
  }
  const apart = errors.has('request-range-default-apart');
  const [belowLeast, aboveMost] = apart ? [range.at('default'), range.at('default')] : [min, max];
  if (isMore(min, capacity)) errors.invalid(min, 'min is larger than capacity value');
  if (isMore(min, fallback)) errors.invalid(fallback.reportedAt(belowLeast), 'default is less than min');
  if (max.present) {
    if (isMore(min, max)) errors.invalid(max, 'min is larger than max');
    if (isMore(max, capacity)) errors.invalid(max, 'max is larger than capacity value');
    if (isMore(fallback, max)) errors.invalid(fallback.reportedAt(aboveMost), 'default is more than max');
  }
  validateSteps({ min, max, step, fallback: fallback.reportedAt(range.at('default')), capacity }, errors);
}

function isMore(value: Value, other: Value): boolean {
  return (compareAt(value, other) ?? 0) > 0;
}
