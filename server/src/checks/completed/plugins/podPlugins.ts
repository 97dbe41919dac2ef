import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { draftFrom } from '../../../conversion/draftValue.ts';
import { type Draft, DraftList, scalarDraft } from '../../../manifest/reconcile/draft.ts';
import { type PluginWriter, podKind } from './plugin.ts';

/** Pulls every image again. */
export const alwaysPullImages: PluginWriter = {
  plugin: 'AlwaysPullImages',
  kinds: [podKind],
  write({ draft }) {
    const spec = draft.map('spec');
    const policy = table.alwaysPull;
    const pull = (owner: Draft, field: string): boolean => {
      if (owner.kind !== 'map' || owner.string(field) === policy) return false;
      owner.set(field, scalarDraft(policy));
      return true;
    };
    const containers = (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
      (spec?.list(list)?.items ?? []).flatMap((container, index) =>
        pull(container, 'imagePullPolicy') ? [`spec.${list}[${index}].imagePullPolicy`] : [],
      ),
    );
    const volumes = (spec?.list('volumes')?.items ?? []).flatMap((volume, index) => {
      const image = volume.kind === 'map' ? volume.map('image') : undefined;
      return image !== undefined && pull(image, 'pullPolicy') ? [`spec.volumes[${index}].image.pullPolicy`] : [];
    });
    return { written: [...containers, ...volumes] };
  },
};

/** Labels pods that are created on a node. */
export const podTopologyLabels: PluginWriter = {
  plugin: 'PodTopologyLabels',
  kinds: [podKind],
  write({ draft }) {
    const name = draft.map('spec')?.string('nodeName') ?? '';
    return name === '' ? {} : { open: table.topologyLabels.map((label) => `metadata.labels[${label}]`) };
  },
};

/** Keeps pods away from nodes that are new. */
export const taintNodesByCondition: PluginWriter = {
  plugin: 'TaintNodesByCondition',
  kinds: ['/Node'],
  write({ draft }) {
    const { key, effect } = table.notReadyTaint;
    const spec = draft.mapOrNew('spec');
    const taints = spec?.list('taints') ?? new DraftList();
    const isThere = taints.items.some(
      (taint) => taint.kind === 'map' && taint.string('key') === key && taint.string('effect') === effect,
    );
    if (spec === undefined || isThere) return {};
    taints.items.push(draftFrom({ key, effect }));
    spec.set('taints', taints);
    return { written: [`spec.taints of ${key}`] };
  },
};
