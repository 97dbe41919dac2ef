import { asValue } from '../../admissionMatch.ts';
import type { Value } from '../../value.ts';
import { amountsOf } from '../amounts.ts';
import { declared } from '../declared.ts';
import { hasPod, type PluginRequest, type PluginRule, type Refusal } from '../pluginRule.ts';

/** Pods whose overhead or node selector their RuntimeClass contradicts. */
export const runtimeClass: PluginRule = {
  plugin: 'RuntimeClass',
  appliesTo: hasPod,
  refusals: ofPod,
  source: 'plugin/pkg/admission/runtimeclass/admission.go',
};

function ofPod(request: PluginRequest): readonly Refusal[] {
  const spec = request.pod?.at('spec');
  if (spec === undefined) return [];
  const [name, overhead] = [spec.at('runtimeClassName'), spec.at('overhead')];
  if (!name.present) {
    return !overhead.present
      ? []
      : [withoutClass(overhead, 'The pod names no RuntimeClass that would define an overhead.', [])];
  }
  const by = declared(request, 'node.k8s.io/RuntimeClass', name.text);
  if (by === undefined) return [];
  const root = asValue(by);
  // The first version of the kind had all of this elsewhere.
  if (root.has('spec')) return [];
  const where = `The RuntimeClass ${name.text} in ${by.file}`;
  const fixed = root.at('overhead').at('podFixed');
  const refusals: Refusal[] = [];
  if (overhead.present && !root.has('overhead')) {
    refusals.push(withoutClass(overhead, `${where} defines no overhead.`, [by]));
  } else if (!overhead.empty && !isSame(fixed, overhead)) {
    refusals.push({
      at: overhead,
      message: "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
      why: `${where} defines a different overhead.`,
      remedy: 'Remove `overhead`: the server fills it in.',
      by: [by],
    });
  }
  for (const [key, value] of root.at('scheduling').at('nodeSelector').strings) {
    const podValue = spec.at('nodeSelector').entry(key);
    if (!podValue.present || podValue.text === value) continue;
    refusals.push({
      at: podValue,
      message: `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${podValue.text}`,
      why: `${where} requires different nodes.`,
      remedy: 'Remove the entry of the node selector, or use another RuntimeClass.',
      by: [by],
    });
  }
  return refusals;
}

function withoutClass(at: Value, why: string, by: Refusal['by']): Refusal {
  return {
    at,
    message: 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    why,
    remedy: 'Remove `overhead`.',
    by,
  };
}

function isSame(a: Value, b: Value): boolean {
  const [left, right] = [amountsOf(a), amountsOf(b)];
  return left.size === right.size && [...left].every(([name, { nanos }]) => right.get(name)?.nanos === nanos);
}
