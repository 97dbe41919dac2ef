import { dnsLabel } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateAnnotations, validateLabels } from '../meta/labels.ts';
import { labelName, subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validatePodAnnotations } from '../pod/podAnnotations.ts';
import { validateLongRunning, validatePodTemplateSpec } from '../pod/podTemplate.ts';
import { validateClaimSpec } from '../storage/claimSpec.ts';
import { intOrPercent, validateAtMostAll, validateIntOrPercent } from './intOrPercent.ts';
import { validateTemplateLabels, validateWorkloadSelector } from './selector.ts';

/** StatefulSets and the revisions of workloads. */
export const statefulSetRules: readonly KindRule[] = [
  {
    group: 'apps',
    kind: 'StatefulSet',
    rule: validateStatefulSet,
    source: 'pkg/apis/apps/validation/validation.go, ValidateStatefulSet',
  },
  {
    group: 'apps',
    kind: 'ControllerRevision',
    rule: validateControllerRevision,
    source: 'pkg/apis/apps/validation/validation.go, ValidateControllerRevisionCreate',
  },
];

const retention = ['Retain', 'Delete'];

function validateStatefulSet(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, labelName, errors);
  const management = spec.at('podManagementPolicy');
  if (!['OrderedReady', 'Parallel'].includes(management.or('OrderedReady'))) {
    errors.invalid(management, "must be 'OrderedReady' or 'Parallel'");
  }
  validateStrategy(spec.at('updateStrategy'), errors);
  for (const field of ['whenDeleted', 'whenScaled']) {
    const policy = spec.at('persistentVolumeClaimRetentionPolicy').at(field);
    if (!policy.empty) errors.oneOf(policy, retention);
  }
  errors.nonNegative(spec.at('replicas'));
  errors.nonNegative(spec.at('minReadySeconds'));
  errors.nonNegative(spec.at('ordinals').at('start'));
  const serviceName = spec.at('serviceName');
  if (!serviceName.empty && errors.has('stateful-set-service-name')) errors.format(serviceName, dnsLabel);
  validateTemplate(spec, kind, errors);
  validateLongRunning(spec.at('template'), 'StatefulSet', errors);
}

/** Selector, template and claims. The template is not checked if the selector is malformed. */
function validateTemplate(spec: Value, kind: ValidatedKind, errors: ErrorList): void {
  const [selector, template, claims] = [spec.at('selector'), spec.at('template'), spec.at('volumeClaimTemplates')];
  const whole = errors.has('stateful-set-template');
  if (whole) for (const claim of claims.items) validateClaimSpec(claim.at('spec'), errors);
  const comparable = validateWorkloadSelector(selector, kind, 'empty selector is invalid for statefulset', errors);
  if (comparable) validateTemplateLabels(selector, template, errors);
  else if (selector.present) {
    errors.invalid(selector, '');
    return;
  }
  if (whole) {
    // Each claim is a volume of the pods, before those of the template; of equal names one counts.
    const names = new Map(
      claims.items.map((claim) => claim.at('metadata').at('name')).map((name) => [name.text, name]),
    );
    validatePodTemplateSpec(template, errors, { claims: new Set(names.keys()), setsHostNames: true });
    for (const [index, name] of [...names.values()].entries()) {
      const volume = name.reportedAtItem(template.at('spec').at('volumes'), index);
      const field = name.reportedAt(volume.at('name'));
      if (name.empty) {
        errors.required(field);
        errors.required(volume.at('persistentVolumeClaim').at('claimName'));
      } else errors.format(field, dnsLabel);
    }
    return;
  }
  const meta = template.at('metadata');
  validateLabels(meta.at('labels').reportedAt(template.at('labels')), errors);
  validateAnnotations(meta.at('annotations').reportedAt(template.at('annotations')), errors);
  validatePodAnnotations(meta.reportedAt(template), template.at('spec'), errors);
}

function validateStrategy(strategy: Value, errors: ErrorList): void {
  const [type, rolling] = [strategy.at('type').or('RollingUpdate'), strategy.at('rollingUpdate')];
  const recreate = errors.gate('StatefulSetRecreateStrategy');
  if (type === 'RollingUpdate') {
    errors.nonNegative(rolling.at('partition'));
    const unavailable = rolling.at('maxUnavailable');
    if (!unavailable.present) return;
    validateIntOrPercent(unavailable, errors);
    if (intOrPercent(unavailable, 1) === 0) errors.invalid(unavailable, 'cannot be 0');
    validateAtMostAll(unavailable, errors);
  } else if (type === 'OnDelete' || (type === 'Recreate' && recreate)) {
    if (rolling.present) errors.invalid(rolling, "only allowed for updateStrategy 'RollingUpdate'");
  } else {
    const allowed = recreate ? "'RollingUpdate', 'OnDelete', or 'Recreate'" : "'RollingUpdate' or 'OnDelete'";
    errors.invalid(strategy, `must be ${allowed}`);
  }
}

function validateControllerRevision(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  errors.nonNegative(object.at('revision'));
  const data = object.at('data');
  if (!data.present) errors.required(data, 'data is mandatory');
  else if (data.node?.kind !== 'map' && errors.has('controller-revision-object')) {
    errors.required(data, 'data must be a valid JSON object');
  }
}
