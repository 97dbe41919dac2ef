import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go, ValidateMatchLabelKeysAndMismatchLabelKeys, and
// pkg/registry/core/pod/strategy.go, which merges the keys of a pod into its selectors before it is validated.

/** Labels of the pod itself; undefined for a template, whose keys are only merged when a pod is created from it. */
export type PodLabels = ReadonlyMap<string, string> | undefined;

/** The label keys of an affinity term. */
export function validateAffinityKeys(term: Value, labels: PodLabels, errors: ErrorList): void {
  validateKeys(term, errors.gate('MatchLabelKeysInPodAffinity') ? labels : undefined, errors);
}

/** The label keys of a topology spread constraint. */
export function validateSpreadKeys(constraint: Value, labels: PodLabels, errors: ErrorList): void {
  const merging =
    errors.gate('MatchLabelKeysInPodTopologySpread') && errors.gate('MatchLabelKeysInPodTopologySpreadSelectorMerge');
  if (merging) {
    validateKeys(constraint, labels, errors);
    return;
  }
  const [keys, selector] = [constraint.at('matchLabelKeys'), constraint.at('labelSelector')];
  if (keys.empty) return;
  if (!selector.present) errors.forbidden(keys, 'must not be specified when labelSelector is not set');
  const selected = new Set([...selector.at('matchLabels').entries.keys(), ...expressionKeys(selector)]);
  for (const key of keys.items) {
    errors.invalid(key, qualifiedName(key.text), key.text);
    if (selected.has(key.text)) errors.invalid(key, 'exists in both matchLabelKeys and labelSelector');
  }
}

function validateKeys(term: Value, labels: PodLabels, errors: ErrorList): void {
  const [match, mismatch, selector] = [
    term.at('matchLabelKeys'),
    term.at('mismatchLabelKeys'),
    term.at('labelSelector'),
  ];
  for (const keys of [match, mismatch]) {
    if (keys.empty) continue;
    if (!selector.present) errors.forbidden(keys, 'must not be specified when labelSelector is not set');
    else for (const key of keys.items) errors.invalid(key, qualifiedName(key.text), key.text);
  }
  if (selector.present) {
    const merged = [...match.texts, ...mismatch.texts].filter((key) => labels?.has(key) === true);
    const selected = new Set(selector.at('matchLabels').entries.keys());
    for (const key of [...expressionKeys(selector), ...merged]) {
      const at = match.texts.lastIndexOf(key);
      const item = match.items[at];
      // The server names the item at the term, not at the list of keys.
      if (item !== undefined && selected.has(key)) {
        errors.invalid(item.reportedAtItem(term, at), 'exists in both matchLabelKeys and labelSelector');
      }
      selected.add(key);
    }
  }
  const others = mismatch.texts;
  for (const key of match.items) {
    if (others.includes(key.text)) errors.invalid(key, 'exists in both matchLabelKeys and mismatchLabelKeys');
  }
}

function expressionKeys(selector: Value): readonly string[] {
  return selector.at('matchExpressions').items.map((item) => item.at('key').text);
}
