import { pathSegment } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type KindRule, type ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { quantityAt } from '../pod/quantities.ts';
import { validateMetric } from './metrics.ts';

/** HorizontalPodAutoscalers. */
export const horizontalPodAutoscalerRules: readonly KindRule[] = [
  {
    group: 'autoscaling',
    kind: 'HorizontalPodAutoscaler',
    rule: validateHorizontalPodAutoscaler,
    source: 'pkg/apis/autoscaling/validation/validation.go, ValidateHorizontalPodAutoscaler',
  },
];

/** Where objects of the first version keep the metrics that it has no fields for. */
const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics';
const longestPeriod = 1800;
const longestWindow = 3600;

function validateHorizontalPodAutoscaler(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const [minReplicas, maxReplicas, target] = [
    spec.at('minReplicas'),
    spec.at('maxReplicas'),
    spec.at('scaleTargetRef'),
  ];
  const [min, max] = [minReplicas.number ?? 1, maxReplicas.number ?? 0];
  const bound = errors.gate('HPAScaleToZero') ? 0 : 1;
  if (min < bound) errors.invalid(minReplicas, `must be greater than or equal to ${bound}`);
  if (!errors.has('max-replicas-required')) {
    if (max < 1) errors.invalid(maxReplicas, 'must be greater than 0');
  } else if (max === 0) errors.required(maxReplicas, 'must be set and greater than 0');
  else if (max < 0) errors.invalid(maxReplicas, 'must be greater than or equal to 1');
  if (max < min) errors.invalid(maxReplicas, 'must be greater than or equal to `minReplicas`');
  validateReference(target, target.at('kind').text === 'ReplicationController', errors);
  const annotation = object.at('metadata').at('annotations').entries.get(metricsAnnotation)?.text ?? '';
  const utilization = spec.at('targetCPUUtilizationPercentage');
  if ((utilization.number ?? 1) < 1) {
    // The first version's only target becomes the last internal metric, after those of the annotation.
    const metric = utilization.reportedAtItem(spec.at('metrics'), typesIn(annotation).length);
    const field = metric.at('resource').at('target').at('averageUtilization');
    errors.invalid(utilization.reportedAt(field), 'must be greater than 0');
  }
  // Metrics had another shape in betas.
  if (!isStable(kind)) return;
  validateMetrics(spec.at('metrics'), min === 0 && !typesIn(annotation).some(canWake), errors);
  for (const direction of ['scaleUp', 'scaleDown']) validateScaling(spec.at('behavior').at(direction), errors);
}

/** The metric types in a JSON text, '' if missing; conversion ignores values other than lists. */
function typesIn(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    if (!Array.isArray(value)) return [];
    return value.map((metric: unknown) => {
      const isTyped = typeof metric === 'object' && metric !== null && 'type' in metric;
      return isTyped && typeof metric.type === 'string' ? metric.type : '';
    });
  } catch {
    return [];
  }
}

/** Whether metrics of a type can be measured with zero pods. */
function canWake(type: string): boolean {
  return type === 'Object' || type === 'External';
}

/** A reference to another object: `ValidateCrossVersionObjectReference`. */
function validateReference(reference: Value, coreAllowed: boolean, errors: ErrorList): void {
  for (const field of ['kind', 'name']) {
    const value = reference.at(field);
    if (value.empty) errors.required(value);
    else errors.format(value, pathSegment);
  }
  if (!errors.has('autoscaler-reference-version')) return;
  const apiVersion = reference.at('apiVersion');
  const slashes = apiVersion.text.split('/').length - 1;
  if (slashes > 1) {
    errors.invalid(apiVersion, `unexpected GroupVersion string: ${apiVersion.text}`);
  } else if (!coreAllowed && (slashes === 0 || apiVersion.text.startsWith('/'))) {
    errors.invalid(apiVersion, 'apiVersion must specify API group', apiVersion.text);
  }
}

function validateMetrics(metrics: Value, scalesToZero: boolean, errors: ErrorList): void {
  for (const metric of metrics.items) {
    validateMetric(metric, (described) => validateReference(described, true, errors), errors);
  }
  const types = metrics.items.map((metric) => metric.at('type').text);
  if (scalesToZero && !types.some(canWake)) {
    errors.forbidden(
      metrics,
      'must specify at least one Object or External metric to support scaling to zero replicas',
    );
  }
}

/** Scaling rules. Absent fields are defaulted. */
function validateScaling(rules: Value, errors: ErrorList): void {
  const [window, select, policies, tolerance] = [
    rules.at('stabilizationWindowSeconds'),
    rules.at('selectPolicy'),
    rules.at('policies'),
    rules.at('tolerance'),
  ];
  const seconds = window.number ?? 0;
  if (seconds < 0) errors.invalid(window, 'must be greater than or equal to zero');
  if (seconds > longestWindow) errors.invalid(window, `must be less than or equal to ${longestWindow}`);
  if (select.present) errors.oneOf(select, ['Disabled', 'Max', 'Min']);
  if (policies.present && policies.empty) errors.required(policies, 'must specify at least one Policy');
  for (const policy of policies.items) {
    const [value, period] = [policy.at('value'), policy.at('periodSeconds')];
    errors.oneOf(policy.at('type'), ['Percent', 'Pods']);
    if ((value.number ?? 0) <= 0) errors.invalid(value, 'must be greater than zero');
    if ((period.number ?? 0) <= 0) errors.invalid(period, 'must be greater than zero');
    if ((period.number ?? 0) > longestPeriod) errors.invalid(period, `must be less than or equal to ${longestPeriod}`);
  }
  if ((quantityAt(tolerance)?.nanos ?? 0n) < 0n) errors.invalid(tolerance, 'must be greater than or equal to 0');
}
