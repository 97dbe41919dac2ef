import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type ValidatedKind } from '../../rule.ts';
import { selectorMatches, selectsEverything, validateLabelSelector } from '../meta/labelSelector.ts';

/**
 * The selector of a workload, which must be there and not be empty. Returns whether it can be compared with the
 * template's labels. Before the stable version an absent selector was filled in from the template.
 */
export function validateWorkloadSelector(
  selector: Value,
  kind: ValidatedKind,
  empty: string,
  errors: ErrorList,
): boolean {
  if (!selector.present) {
    if (!isStable(kind)) return false;
    errors.required(selector);
    return true;
  }
  const wellFormed = validateLabelSelector(selector, errors);
  if (selectsEverything(selector)) errors.invalid(selector, empty);
  return wellFormed;
}

/** The template's labels must match a selector that selects anything at all. */
export function validateTemplateLabels(selector: Value, template: Value, errors: ErrorList): void {
  if (selector.present && selectsEverything(selector)) return;
  const labels = template.at('metadata').at('labels');
  if (!selectorMatches(selector, labels.strings)) {
    errors.invalid(labels, '`selector` does not match template `labels`');
  }
}
