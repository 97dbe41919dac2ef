import { dataOf, draftFrom } from '../../../conversion/draftValue.ts';
import { nodeOfValue } from '../../../conversion/value.ts';
import type { Toleration } from '../../../targets/admissionConfiguration.ts';
import { selectorOfNamespace } from '../../admission-plugin/placement.ts';
import { podResources } from '../../admission-plugin/podResources.ts';
import { isBestEffort } from '../../admission-plugin/quotaScopes.ts';
import { memoryPressureToleration, tolerationsOfNamespace } from '../../admission-plugin/tolerations.ts';
import { Value } from '../../value.ts';
import { fillIn } from '../fillIn.ts';
import { type AdmittedObject, type PluginWriter, podKind } from './plugin.ts';
import { mergeTolerations } from './tolerations.ts';

/** Adds the node selector of the namespace to pods. */
export const podNodeSelector: PluginWriter = {
  plugin: 'PodNodeSelector',
  kinds: [podKind],
  write(object) {
    const found = selectorOfNamespace(object);
    if (found === undefined || 'problem' in found.selector || !found.by.every(({ isCertain }) => isCertain())) {
      return { open: ['spec.nodeSelector'] };
    }
    const added = [...found.selector.labels].filter(([key, value]) =>
      fillIn(object.draft, ['spec', 'nodeSelector', key], value),
    );
    return { written: added.map(([key]) => `spec.nodeSelector of ${key}`) };
  },
};

/** Adds the tolerations of the namespace or the cluster to pods, and one for memory pressure. */
export const podTolerationRestriction: PluginWriter = {
  plugin: 'PodTolerationRestriction',
  kinds: [podKind],
  write(object) {
    const spec = object.draft.map('spec');
    const found = tolerationsOfNamespace(object, 'default');
    if (spec === undefined) return {};
    if (found === undefined || 'problem' in found || !found.by.every(({ isCertain }) => isCertain())) {
      return { open: ['spec.tolerations'] };
    }
    const added = [...found.list, ...(isWithoutResources(object) ? [] : [memoryPressureToleration])];
    return { written: added.length > 0 && mergeTolerations(spec, added.map(draftOf)) ? ['spec.tolerations'] : [] };
  },
};

function isWithoutResources({ draft, surface }: AdmittedObject): boolean {
  const span = { start: 0, end: 0 };
  const pod = Value.untyped(nodeOfValue(dataOf(draft), span), undefined, span);
  return isBestEffort(podResources(pod.at('spec'), surface));
}

function draftOf({ seconds, ...texts }: Toleration): ReturnType<typeof draftFrom> {
  const written = Object.entries(texts).filter(([, text]) => text !== '');
  return draftFrom({
    ...Object.fromEntries(written),
    ...(seconds === undefined ? {} : { tolerationSeconds: seconds }),
  });
}
