import { type DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { capital } from '../../text/capital.ts';
import { dataOf, draftFrom } from '../draftValue.ts';
import { isValueList, isValueMap, type Value } from '../value.ts';
import type { KindCode } from './kindCode.ts';

/*
 * The annotations of older HorizontalPodAutoscaler versions (`pkg/apis/autoscaling/annotations.go`,
 * `pkg/apis/autoscaling/v1/conversion.go`).
 */
const metricsAnnotation = 'autoscaling.alpha.kubernetes.io/metrics';
const behaviorAnnotation = 'autoscaling.alpha.kubernetes.io/behavior';
/** Copies of the status, which the server writes again. */
const statusAnnotations = [
  'autoscaling.alpha.kubernetes.io/current-metrics',
  'autoscaling.alpha.kubernetes.io/conditions',
];

/** All metrics except the CPU utilization: `autoscaling/v1` keeps them in an annotation, as JSON of v2beta1. */
export const otherMetrics: KindCode = {
  toHub: (root) => {
    const metrics = readAnnotation(root, metricsAnnotation);
    for (const name of statusAnnotations) takeAnnotation(root, name);
    if (isValueList(metrics) && metrics.length > 0) root.mapOrNew('spec')?.set('metrics', draftFrom(metrics));
  },
  fromHub: (root) => {
    const metrics = root.map('spec')?.take('metrics');
    if (metrics !== undefined) writeAnnotation(root, metricsAnnotation, dataOf(metrics.value));
  },
};

/** `spec.behavior`, in an annotation as JSON of the internal type, whose fields begin with a capital. */
export const behaviorInAnnotation: KindCode = {
  toHub: (root) => {
    const behavior = readAnnotation(root, behaviorAnnotation);
    if (!isValueMap(behavior)) return;
    const value = withoutNulls(renamed(behavior, (name) => name.charAt(0).toLowerCase() + name.slice(1)));
    root.mapOrNew('spec')?.set('behavior', draftFrom(value));
  },
  fromHub: (root) => {
    const behavior = root.map('spec')?.take('behavior');
    if (behavior === undefined) return;
    const value = renamed(dataOf(behavior.value), capital);
    writeAnnotation(root, behaviorAnnotation, value);
  },
};

function readAnnotation(root: DraftMap, name: string): Value | undefined {
  const text = root.map('metadata')?.map('annotations')?.string(name);
  const value = text === undefined ? undefined : parsed(text);
  if (value !== undefined) takeAnnotation(root, name);
  return value;
}

function takeAnnotation(root: DraftMap, name: string): void {
  const annotations = root.map('metadata')?.map('annotations');
  if (annotations?.take(name) !== undefined && annotations.fields().next().done === true) {
    root.map('metadata')?.take('annotations');
  }
}

function writeAnnotation(root: DraftMap, name: string, value: Value): void {
  const text = JSON.stringify(value, (_, nested: unknown) => (typeof nested === 'bigint' ? Number(nested) : nested));
  root.mapOrNew('metadata')?.mapOrNew('annotations')?.set(name, scalarDraft(text));
}

function parsed(text: string): Value | undefined {
  try {
    return plain(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function plain(value: unknown): Value {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function renamed(value: Value, rename: (name: string) => string): Value {
  if (isValueList(value)) return value.map((item) => renamed(item, rename));
  if (!isValueMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), renamed(member, rename)]));
}

function withoutNulls(value: Value): Value {
  if (isValueList(value)) return value.map(withoutNulls);
  if (!isValueMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, withoutNulls(member)]])),
  );
}
