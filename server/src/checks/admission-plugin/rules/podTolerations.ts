import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { isPluginOn } from '../../../admission/plugins.ts';
import type { Toleration } from '../../../targets/admissionConfiguration.ts';
import { asValue } from '../../admissionMatch.ts';
import { declared, declaredInNamespace } from '../declared.ts';
import { limitsIn, withLimitRangeDefaults } from '../limitRanges.ts';
import { hasPod, type PluginRequest, type PluginRule, type Refusal } from '../pluginRule.ts';
import { podResources } from '../podResources.ts';
import { isBestEffort } from '../quotaScopes.ts';
import { isExtended } from '../quotaUsage.ts';
import {
  areAllowed,
  memoryPressureToleration,
  mergedTolerations,
  tolerationOf,
  tolerationsOfNamespace,
  withUsualTolerations,
} from '../tolerations.ts';

/** Pods with tolerations that their namespace or the cluster does not allow. The plugin is off by default. */
export const podTolerations: PluginRule = {
  plugin: 'PodTolerationRestriction',
  appliesTo: hasPod,
  updates: 'also',
  refusals(request) {
    const spec = request.pod?.at('spec');
    const [added, allowed] = [tolerationsOfNamespace(request, 'default'), tolerationsOfNamespace(request, 'allowed')];
    if (spec === undefined || added === undefined || allowed === undefined) return [];
    for (const list of [added, allowed]) {
      if (!('problem' in list)) continue;
      const why = `The annotations of the Namespace ${request.namespace ?? ''} set the tolerations of pods.`;
      return [{ at: spec, message: list.problem, why, remedy: 'Write a JSON list of tolerations.', by: list.by }];
    }
    if ('problem' in added || 'problem' in allowed) return [];
    return ofLists(request, added.list, allowed);
  },
  source: 'plugin/pkg/admission/podtolerationrestriction/admission.go',
};

function ofLists(
  request: PluginRequest,
  added: readonly Toleration[],
  allowed: Exclude<ReturnType<typeof tolerationsOfNamespace>, undefined | { readonly problem: string }>,
): readonly Refusal[] {
  const { pod, surface } = request;
  if (pod === undefined) return [];
  const spec = pod.at('spec');
  const written = spec.at('tolerations').items.map(tolerationOf);
  // An update gets neither the defaults of the namespace nor those of limits and classes.
  const isUpdate = request.stored !== undefined && !request.isTemplate;
  const limits = isUpdate ? [] : declaredInNamespace(request, '/LimitRange').flatMap(limitsIn);
  const filled = withLimitRangeDefaults(podResources(spec, surface), limits);
  const pressure =
    filled.length === 0 || filled.some((filledIn) => isBestEffort(filledIn.pod)) ? [] : [memoryPressureToleration];
  const extra = [...(isUpdate ? [] : added), ...pressure];
  const first = withUsualTolerations(written, request);
  const merged = extra.length > 0 ? mergedTolerations([...first, ...extra]) : first;
  const className = isUpdate ? '' : spec.at('runtimeClassName').text;
  const runtimeClass = declared(request, 'node.k8s.io/RuntimeClass', className);
  const ofClass = runtimeClass && asValue(runtimeClass).at('scheduling');
  const later = [...merged, ...ofExtended(request)];
  const last =
    ofClass?.present === true
      ? mergedTolerations([...later, ...ofClass.at('tolerations').items.map(tolerationOf)])
      : later;
  const stages = [merged, last].find((stage) => !areAllowed(stage, allowed.list));
  if (stages === undefined) return [];
  const outside = stages.find((toleration) => !areAllowed([toleration], allowed.list));
  return [
    {
      at: spec.at('tolerations'),
      message: `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${allowed.scope} whitelist`,
      why: `The tolerations include "${outside === undefined ? '' : shown(outside)}", which the list of the ${allowed.scope} does not.`,
      remedy: 'Remove the toleration, or allow it.',
      by: [...allowed.by, ...(runtimeClass === undefined ? [] : [runtimeClass])],
    },
  ];
}

function ofExtended({ pod, surface }: PluginRequest): readonly Toleration[] {
  if (pod === undefined || !isPluginOn(surface, 'ExtendedResourceToleration')) return [];
  const { operator, effect } = table.extendedResources;
  const { containers, initContainers } = podResources(pod.at('spec'), surface);
  const names = [...containers, ...initContainers].flatMap(({ requests }) => [...requests.keys()]).filter(isExtended);
  return [...new Set(names)].map((key) => ({ key, operator, value: '', effect, seconds: undefined }));
}

/** As kubectl shows it: `key=value:effect`. */
function shown({ key, operator, value, effect, seconds }: Toleration): string {
  const what = operator === 'Exists' ? key || 'everything' : `${key}=${value}`;
  return `${what}${effect === '' ? '' : `:${effect}`}${seconds === undefined ? '' : ` for ${seconds}s`}`;
}
