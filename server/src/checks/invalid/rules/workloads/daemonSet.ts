import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { selectorMatches, selectsEverything, validateLabelSelector } from '../meta/labelSelector.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateLongRunning, validatePodTemplateSpec } from '../pod/podTemplate.ts';
import { intOrPercent, validateAtMostAll, validateIntOrPercent } from './intOrPercent.ts';

/** DaemonSets. */
export const daemonSetRules: readonly KindRule[] = [
  {
    group: 'apps',
    kind: 'DaemonSet',
    rule: validateDaemonSet,
    source: 'pkg/apis/apps/validation/validation.go, ValidateDaemonSet',
  },
];

function validateDaemonSet(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const [selector, template] = [spec.at('selector'), spec.at('template')];
  const labels = template.at('metadata').at('labels');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const wellFormed = validateLabelSelector(selector, errors);
  const filledIn = !selector.present && !isStable(kind);
  if (wellFormed && !filledIn && !selectorMatches(selector, labels.strings)) {
    errors.invalid(labels, '`selector` does not match template `labels`');
  }
  if (selector.present && selectsEverything(selector)) {
    errors.invalid(selector, 'empty selector is invalid for daemonset');
  }
  validatePodTemplateSpec(template, errors);
  validateLongRunning(template, 'DaemonSet', errors);
  for (const name of ['minReadySeconds', 'templateGeneration', 'revisionHistoryLimit'])
    errors.nonNegative(spec.at(name));
  validateStrategy(spec.at('updateStrategy'), errors);
}

function validateStrategy(strategy: Value, errors: ErrorList): void {
  const type = strategy.at('type').or('RollingUpdate');
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') {
    errors.unsupported(strategy, ['RollingUpdate', 'OnDelete']);
    return;
  }
  const rolling = strategy.at('rollingUpdate');
  const [unavailable, surge] = [rolling.at('maxUnavailable'), rolling.at('maxSurge')];
  validateIntOrPercent(unavailable, errors);
  validateIntOrPercent(surge, errors);
  validateAtMostAll(unavailable, errors);
  validateAtMostAll(surge, errors);
  const [down, extra] = [intOrPercent(unavailable, 1), intOrPercent(surge, 0)];
  if (down !== 0 && extra !== 0) errors.invalid(surge, 'may not be set when maxUnavailable is non-zero');
  if (down === 0 && extra === 0) errors.required(unavailable, 'cannot be 0 when maxSurge is 0');
}
