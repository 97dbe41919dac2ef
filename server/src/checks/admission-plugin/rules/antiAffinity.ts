import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { hasPod, type PluginRule } from '../pluginRule.ts';

const { topologyKey } = table.antiAffinity;

/** Pods that keep away from others by more than their node. The plugin is off by default. */
export const antiAffinity: PluginRule = {
  plugin: 'LimitPodHardAntiAffinityTopology',
  appliesTo: hasPod,
  refusals({ pod }) {
    const terms = pod
      ?.at('spec')
      .at('affinity')
      .at('podAntiAffinity')
      .at('requiredDuringSchedulingIgnoredDuringExecution').items;
    const at = terms?.map((term) => term.at('topologyKey')).find((key) => key.text !== topologyKey);
    if (at === undefined) return [];
    return [
      {
        at,
        message: `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${at.text} but only key ${topologyKey} is allowed`,
        why: 'The target enables the admission plugin, which allows one topology key.',
        remedy: `Use ${topologyKey}, or preferredDuringSchedulingIgnoredDuringExecution.`,
        by: [],
      },
    ];
  },
  source: 'plugin/pkg/admission/antiaffinity/admission.go',
};
