import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateLongRunning, validatePodTemplateSpec } from '../pod/podTemplate.ts';
import { intOrPercent, validateAtMostAll, validateIntOrPercent } from './intOrPercent.ts';
import { validateTemplateLabels, validateWorkloadSelector } from './selector.ts';

const defaultDeadline = 600;
const defaultShare = 25;

/** Deployments and the ReplicaSets they make. */
export const deploymentRules: readonly KindRule[] = [
  {
    group: 'apps',
    kind: 'Deployment',
    rule: validateDeployment,
    source: 'pkg/apis/apps/validation/validation.go, ValidateDeployment',
  },
  {
    group: 'apps',
    kind: 'ReplicaSet',
    rule: validateReplicaSet,
    source: 'pkg/apis/apps/validation/validation.go, ValidateReplicaSet',
  },
];

function validateDeployment(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  errors.nonNegative(spec.at('replicas'));
  validateReplicas(spec, kind, errors);
  validateStrategy(spec.at('strategy'), errors);
  const minReady = spec.at('minReadySeconds');
  errors.nonNegative(minReady);
  errors.nonNegative(spec.at('revisionHistoryLimit'));
  const deadline = spec.at('progressDeadlineSeconds');
  errors.nonNegative(deadline);
  // Only the stable version fills in an absent deadline.
  const seconds = deadline.number ?? (isStable(kind) ? defaultDeadline : undefined);
  if (seconds !== undefined && seconds <= (minReady.number ?? 0)) {
    errors.invalid(deadline, 'must be greater than minReadySeconds');
  }
}

function validateReplicaSet(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  errors.nonNegative(spec.at('replicas'));
  errors.nonNegative(spec.at('minReadySeconds'));
  validateReplicas(spec, kind, errors);
}

/** Selector and template. The template is not checked if the selector is malformed. */
function validateReplicas(spec: Value, kind: ValidatedKind, errors: ErrorList): void {
  const [selector, template] = [spec.at('selector'), spec.at('template')];
  const comparable = validateWorkloadSelector(selector, kind, 'empty selector is invalid for deployment', errors);
  if (comparable) validateTemplateLabels(selector, template, errors);
  else if (selector.present) {
    errors.invalid(selector, 'invalid label selector');
    return;
  }
  validatePodTemplateSpec(template, errors);
  validateLongRunning(template, 'ReplicaSet', errors);
}

function validateStrategy(strategy: Value, errors: ErrorList): void {
  const rolling = strategy.at('rollingUpdate');
  switch (strategy.at('type').or('RollingUpdate')) {
    case 'Recreate':
      if (rolling.present) {
        errors.forbidden(rolling, "may not be specified when strategy `type` is 'Recreate'");
      }
      break;
    case 'RollingUpdate': {
      const [unavailable, surge] = [rolling.at('maxUnavailable'), rolling.at('maxSurge')];
      validateIntOrPercent(unavailable, errors);
      validateIntOrPercent(surge, errors);
      if (intOrPercent(unavailable, defaultShare) === 0 && intOrPercent(surge, defaultShare) === 0) {
        errors.invalid(unavailable, 'may not be 0 when `maxSurge` is 0');
      }
      validateAtMostAll(unavailable, errors);
      break;
    }
    default:
      errors.unsupported(strategy, ['Recreate', 'RollingUpdate']);
  }
}
