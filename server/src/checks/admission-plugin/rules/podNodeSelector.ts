import { asValue } from '../../admissionMatch.ts';
import { declared } from '../declared.ts';
import { nodeLabels, selectorOfNamespace, settingsOf } from '../placement.ts';
import { hasPod, type PluginRequest, type PluginRule, type Refusal } from '../pluginRule.ts';

const plugin = 'PodNodeSelector';

/** Pods whose node selector their namespace does not allow. The plugin is off by default. */
export const podNodeSelector: PluginRule = {
  plugin,
  appliesTo: hasPod,
  refusals(request) {
    const ofNamespace = ofSelector(request);
    return ofNamespace.length > 0 ? ofNamespace : ofAllowed(request);
  },
  source: 'plugin/pkg/admission/podnodeselector/admission.go',
};

/** What contradicts the selector of the namespace. */
function ofSelector(request: PluginRequest): readonly Refusal[] {
  const spec = request.pod?.at('spec');
  const found = selectorOfNamespace(request);
  if (spec === undefined || found === undefined) return [];
  const { selector, from, by } = found;
  if ('problem' in selector) {
    const remedy = 'Write a list of KEY=VALUE, separated by commas.';
    return [{ at: spec, message: selector.problem, why: `${from} is invalid.`, remedy, by }];
  }
  const podSelector = spec.at('nodeSelector').entries;
  const [conflict] = [...selector.labels].flatMap(([key, value]) => {
    const at = podSelector.get(key);
    return at === undefined || at.text === value ? [] : [{ at, wanted: `${key}=${value}` }];
  });
  if (conflict === undefined) return [];
  return [
    {
      at: conflict.at,
      message: 'pod node label selector conflicts with its namespace node label selector',
      why: `${from} requires ${conflict.wanted}.`,
      remedy: 'Remove the entry of the node selector: the server fills it in.',
      by,
    },
  ];
}

/** What is beyond the selectors that the configuration allows in a namespace. */
function ofAllowed(request: PluginRequest): readonly Refusal[] {
  const { pod, namespace = '' } = request;
  const settings = settingsOf(request, plugin);
  const written = settings?.nodeSelectors?.get(namespace);
  if (pod === undefined || settings === undefined || written === undefined) return [];
  const at = pod.at('spec').at('nodeSelector');
  const why = `${settings.file} limits node selectors in the namespace ${namespace} to "${written}".`;
  const allowed = nodeLabels(written);
  if ('problem' in allowed) {
    return [{ at, message: allowed.problem, why, remedy: 'Write a list of KEY=VALUE, separated by commas.', by: [] }];
  }
  if (allowed.labels.size === 0) return [];
  const ofNamespace = selectorOfNamespace(request);
  const merged = ofNamespace !== undefined && 'labels' in ofNamespace.selector ? ofNamespace.selector.labels : [];
  const runtimeClass = declared(request, 'node.k8s.io/RuntimeClass', pod.at('spec').at('runtimeClassName').text);
  const ofClass = runtimeClass && asValue(runtimeClass).at('scheduling').at('nodeSelector').strings;
  const isOutside = ([key, value]: readonly [string, string]) => allowed.labels.get(key) !== value;
  const [selector, ofOthers] = [at.strings, [...merged, ...(ofClass ?? [])]];
  const isOwn = [...selector].some(isOutside);
  if (!isOwn && !ofOthers.some(isOutside)) return [];
  const by = isOwn ? [] : [...(ofNamespace?.by ?? []), ...(runtimeClass === undefined ? [] : [runtimeClass])];
  return [
    {
      at,
      message: 'pod node label selector labels conflict with its namespace whitelist',
      why,
      remedy: 'Remove the other labels from the node selector, or allow them.',
      by,
    },
  ];
}
