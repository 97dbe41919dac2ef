import { dnsLabel } from '../../../../formats/dns.ts';
import { pathSegment } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { quantityAt } from '../pod/quantities.ts';
import { containerResourceNameProblems } from '../pod/resourceNames.ts';

// Source: pkg/apis/autoscaling/validation/validation.go, validateMetricSpec.

/** The field of each metric type, in the order of the server's checks. */
const fieldOf: Readonly<Record<string, string>> = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};
const types = Object.keys(fieldOf).sort();
const targetTypes = ['Utilization', 'Value', 'AverageValue'];

/** One metric; `validateDescribed` judges the object that an object metric describes. */
export function validateMetric(metric: Value, validateDescribed: (object: Value) => void, errors: ErrorList): void {
  const type = metric.at('type');
  if (type.empty) errors.required(type, 'must specify a metric source type');
  errors.oneOf(type, types);
  const present = Object.values(fieldOf).filter((field) => metric.has(field));
  const [first] = present;
  if (first !== undefined) validateSource(first, metric.at(first), validateDescribed, errors);
  const expected = fieldOf[type.text];
  if (expected !== undefined && !metric.has(expected)) {
    errors.required(metric.at(expected), 'must populate information for the given metric source');
  }
  if (present.length === 1) return;
  for (const field of present) {
    if (field !== expected) errors.forbidden(metric.at(field), 'must populate the given metric source only');
  }
}

function validateSource(
  field: string,
  source: Value,
  validateDescribed: (object: Value) => void,
  errors: ErrorList,
): void {
  const target = source.at('target');
  const [value, average, utilization] = [
    target.at('value'),
    target.at('averageValue'),
    target.at('averageUtilization'),
  ];
  validateTarget(target, errors);
  switch (field) {
    case 'object':
      validateDescribed(source.at('describedObject'));
      validateIdentifier(source.at('metric'), errors);
      if (!value.present && !average.present) {
        errors.required(average, 'must set either a target value or averageValue');
      }
      break;
    case 'external':
      validateIdentifier(source.at('metric'), errors);
      if (!value.present && !average.present) {
        errors.required(average, 'must set either a target value for metric or a per-pod target');
      }
      if (value.present && average.present) {
        errors.forbidden(value, 'may not set both a target value for metric and a per-pod target');
      }
      break;
    case 'pods':
      validateIdentifier(source.at('metric'), errors);
      if (!average.present) errors.required(average, 'must specify a positive target averageValue');
      break;
    default:
      validateResource(field, source, errors);
      if (!utilization.present && !average.present) {
        errors.required(utilization, 'must set either a target raw value or a target utilization');
      }
      if (utilization.present && average.present) {
        errors.forbidden(average, 'may not set both a target raw value and a target utilization');
      }
  }
}

function validateResource(field: string, source: Value, errors: ErrorList): void {
  const [name, container] = [source.at('name'), source.at('container')];
  if (name.empty) errors.required(name, 'must specify a resource name');
  if (field !== 'containerResource') return;
  if (!name.empty) errors.format(name, containerResourceNameProblems);
  if (container.empty) errors.required(container, 'must specify a container');
  else errors.format(container, dnsLabel);
}

function validateIdentifier(metric: Value, errors: ErrorList): void {
  const name = metric.at('name');
  if (name.empty) errors.required(name, 'must specify a metric name');
  else errors.format(name, pathSegment);
}

function validateTarget(target: Value, errors: ErrorList): void {
  const [type, utilization] = [target.at('type'), target.at('averageUtilization')];
  if (type.empty) errors.required(type, 'must specify a metric target type');
  if (!targetTypes.includes(type.text)) {
    errors.invalid(type, 'must be either Utilization, Value, or AverageValue', type.text);
  }
  for (const field of ['value', 'averageValue']) {
    const amount = target.at(field);
    if (amount.present && (quantityAt(amount)?.nanos ?? 1n) <= 0n) errors.invalid(amount, 'must be positive');
  }
  if ((utilization.number ?? 1) < 1) errors.invalid(utilization, 'must be greater than 0');
}
