import { taintEffects, tolerationProblems } from '../../../tolerationProblems.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { validateLabelName } from '../meta/labels.ts';
import { labelName } from '../meta/objectMeta.ts';
import { type PodLabels, validateAffinityKeys, validateSpreadKeys } from './matchLabelKeys.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from './nodeSelector.ts';

// Source: pkg/apis/core/validation/validation.go.

const comparison = 'TaintTolerationComparisonOperators';
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Which nodes and which neighbours a pod wants: `validateAffinity`. */
export function validateAffinity(affinity: Value, labels: PodLabels, errors: ErrorList): void {
  const node = affinity.at('nodeAffinity');
  if (node.has(required)) validateNodeSelector(node.at(required), errors);
  for (const term of node.at(preferred).items) {
    validateWeight(term.at('weight'), errors);
    validateNodeSelectorTerm(term.at('preference'), false, errors);
  }
  for (const pods of [affinity.at('podAffinity'), affinity.at('podAntiAffinity')]) {
    for (const term of pods.at(required).items) validatePodTerm(term, labels, errors);
    for (const term of pods.at(preferred).items) {
      validateWeight(term.at('weight'), errors);
      validatePodTerm(term.at('podAffinityTerm'), labels, errors);
    }
  }
}

/** The taints that a pod tolerates: `ValidateTolerations`. `compares`: whether amounts may be compared. */
export function validateTolerations(tolerations: Value, errors: ErrorList, compares = errors.gate(comparison)): void {
  const isKnown = errors.surface.gates.has(comparison);
  const comparing = !isKnown ? 'unknown' : compares ? 'on' : 'off';
  for (const toleration of tolerations.items) {
    for (const problem of tolerationProblems(toleration, comparing)) {
      if ('allowed' in problem) errors.unsupported(problem.at, problem.allowed);
      else errors.invalid(problem.at, problem.reasons, problem.text);
    }
  }
}

/** The effect of a taint, which must be there: `validateTaintEffect`. */
export function validateTaintEffect(effect: Value, errors: ErrorList): void {
  if (effect.empty) errors.required(effect);
  else errors.oneOf(effect, taintEffects);
}

/** How evenly pods spread: `validateTopologySpreadConstraints`. */
export function validateTopologySpread(constraints: Value, labels: PodLabels, errors: ErrorList): void {
  const items = constraints.items;
  for (const [index, constraint] of items.entries()) {
    const [maxSkew, topologyKey, action] = [
      constraint.at('maxSkew'),
      constraint.at('topologyKey'),
      constraint.at('whenUnsatisfiable'),
    ];
    if ((maxSkew.number ?? 0) <= 0) errors.invalid(maxSkew, 'must be greater than zero');
    if (topologyKey.empty) errors.required(topologyKey, 'can not be empty');
    errors.oneOf(action, ['DoNotSchedule', 'ScheduleAnyway']);
    const same = (other: Value): boolean =>
      other.at('topologyKey').text === topologyKey.text && other.at('whenUnsatisfiable').text === action.text;
    if (items.slice(index + 1).some(same)) {
      errors.duplicate(constraint.at('{topologyKey, whenUnsatisfiable}'), `{${topologyKey.text}, ${action.text}}`);
    }
    const minDomains = constraint.at('minDomains');
    if (minDomains.present) {
      errors.positive(minDomains);
      if (action.text !== 'DoNotSchedule') {
        errors.invalid(minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action.text}`);
      }
    }
    for (const policy of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      if (constraint.has(policy)) errors.oneOf(constraint.at(policy), ['Honor', 'Ignore']);
    }
    validateSpreadKeys(constraint, labels, errors);
    validateLabelSelector(constraint.at('labelSelector'), errors);
  }
}

function validateWeight(weight: Value, errors: ErrorList): void {
  const number = weight.number ?? 0;
  if (number <= 0 || number > 100) errors.invalid(weight, 'must be in the range 1-100');
}

function validatePodTerm(term: Value, labels: PodLabels, errors: ErrorList): void {
  validateLabelSelector(term.at('labelSelector'), errors);
  validateLabelSelector(term.at('namespaceSelector'), errors);
  for (const namespace of term.at('namespaces').items) {
    errors.invalid(namespace.reportedAt(term.at('namespace')), labelName(namespace.text, false), namespace.text);
  }
  validateAffinityKeys(term, labels, errors);
  const topologyKey = term.at('topologyKey');
  if (topologyKey.empty) errors.required(topologyKey, 'can not be empty');
  validateLabelName(topologyKey, errors);
}
