import { DraftMap, listDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import type { PathStep } from '../draftPath.ts';
import { dataOf } from '../draftValue.ts';
import { remark } from '../remarks.ts';
import { sameValue, type Value } from '../value.ts';
import type { KindCode } from './kindCode.ts';

/** The `target.type` that the fields of a target imply: that of the first one present, or else the last type. */
const targetTypes: Readonly<Record<string, readonly (readonly [field: string, type: string])[]>> = {
  resource: [
    ['averageUtilization', 'Utilization'],
    ['averageValue', 'AverageValue'],
  ],
  containerResource: [
    ['averageUtilization', 'Utilization'],
    ['averageValue', 'AverageValue'],
  ],
  pods: [['averageValue', 'AverageValue']],
  object: [
    ['averageValue', 'AverageValue'],
    ['value', 'Value'],
  ],
  external: [
    ['value', 'Value'],
    ['averageValue', 'AverageValue'],
  ],
};

function impliedType({ target, source }: MetricTarget): string | undefined {
  const types = targetTypes[source] ?? [];
  return (types.find(([field]) => target.get(field) !== undefined) ?? types.at(-1))?.[1];
}

/**
 * `target.type` of a HorizontalPodAutoscaler's metrics, which older versions derive from the fields that are set
 * (`pkg/apis/autoscaling/v2beta1/conversion.go`). In these, an object metric with an average also needs a value. It has
 * no effect, and newer versions refuse it.
 */
export const metricTargetTypes: KindCode = {
  toHub: (root, remarks) => {
    for (const metric of metricTargets(root)) {
      const { target, source, path } = metric;
      const type = impliedType(metric);
      if (type === undefined || target.get('type') !== undefined) continue;
      if (source === 'object' && type === 'AverageValue' && target.get('value') !== undefined) {
        const isEqual = sameValue(plainOf(target, 'value'), plainOf(target, 'averageValue'));
        target.take('value');
        if (!isEqual) remarks.forced.push(remark([...path, 'value'], 'is ignored next to averageValue and is removed'));
      }
      target.set('type', scalarDraft(type));
    }
  },
  fromHub: (root, remarks) => {
    for (const metric of metricTargets(root)) {
      const { target, source, owner, path } = metric;
      if (target.string('type') !== impliedType(metric)) {
        remarks.lost.push(remark([...path, 'type'], 'is derived from the values that are set'));
      }
      if (source === 'object' && target.get('averageValue') !== undefined && target.get('value') !== undefined) {
        remarks.lost.push(remark([...path, 'value'], 'is ignored next to averageValue'));
      }
      target.take('type');
      const known = (targetTypes[source] ?? []).map(([field]) => field);
      for (const { key } of [...target.fields()]) {
        if (known.includes(key)) continue;
        target.take(key);
        remarks.lost.push(remark([...path, key], 'is ignored for a metric of this source'));
      }
      if (target.fields().next().done === true) {
        owner.take('target');
        remarks.lost.push(remark(path, 'a target without a value cannot be expressed'));
        continue;
      }
      const average = target.get('averageValue');
      // v2beta1 requires a positive targetValue, although the average decides.
      if (source === 'object' && average?.kind === 'scalar' && target.get('value') === undefined) {
        target.set('value', scalarDraft(average.value));
      }
    }
  },
};

function plainOf(target: DraftMap, key: string): Value | undefined {
  const value = target.get(key);
  return value === undefined ? undefined : dataOf(value);
}

/** The CPU utilization, which is a field in `autoscaling/v1` and a metric in the hub. */
export const cpuUtilization: KindCode = {
  toHub: (root) => {
    const spec = root.map('spec');
    const field = spec?.take('targetCPUUtilizationPercentage');
    if (spec === undefined || field === undefined) return;
    const target = new DraftMap();
    target.set('type', scalarDraft('Utilization'));
    target.put('averageUtilization', field);
    const resource = new DraftMap();
    resource.set('name', scalarDraft('cpu'));
    resource.set('target', target);
    const metric = new DraftMap();
    metric.set('type', scalarDraft('Resource'));
    metric.set('resource', resource);
    const metrics = spec.list('metrics');
    if (metrics === undefined) spec.set('metrics', listDraft([metric]));
    else metrics.items.push(metric);
  },
  fromHub: (root, remarks) => {
    const spec = root.map('spec');
    const metrics = spec?.field('metrics');
    if (spec === undefined || metrics === undefined || metrics.value.kind !== 'list') return;
    const { items } = metrics.value;
    let kept = 0;
    for (const [index, item] of [...items].entries()) {
      const utilization = cpuTarget(item)?.field('averageUtilization');
      if (utilization === undefined) {
        kept++;
        continue;
      }
      items.splice(kept, 1);
      if (spec.get('targetCPUUtilizationPercentage') !== undefined) {
        remarks.lost.push({
          path: `spec.metrics[${index}]`,
          message: 'only the first utilization of cpu can be expressed',
        });
        continue;
      }
      spec.put('targetCPUUtilizationPercentage', { ...utilization, implied: metrics.implied });
    }
    if (items.length === 0) spec.take('metrics');
  },
};

function cpuTarget(metric: unknown): DraftMap | undefined {
  if (!(metric instanceof DraftMap) || metric.string('type') !== 'Resource') return undefined;
  const resource = metric.map('resource');
  return resource?.string('name') === 'cpu' ? resource.map('target') : undefined;
}

/** The target of a metric's source. */
interface MetricTarget {
  readonly target: DraftMap;
  readonly source: string;
  readonly owner: DraftMap;
  readonly path: readonly PathStep[];
}

function* metricTargets(root: DraftMap): Generator<MetricTarget> {
  for (const [index, metric] of (root.map('spec')?.list('metrics')?.items ?? []).entries()) {
    if (!(metric instanceof DraftMap)) continue;
    for (const { key, value } of metric.fields()) {
      const target = value instanceof DraftMap ? value.map('target') : undefined;
      if (target === undefined || !(value instanceof DraftMap)) continue;
      yield { target, source: key, owner: value, path: ['spec', 'metrics', index, key, 'target'] };
    }
  }
}
