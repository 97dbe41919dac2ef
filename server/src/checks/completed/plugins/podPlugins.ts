import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { labelsOf } from '../../../admission/admissionObjects.ts';
import { draftFrom } from '../../../conversion/draftValue.ts';
import { type Draft, DraftList, scalarDraft } from '../../../manifest/reconcile/draft.ts';
import { fillIn, removeAtSteps } from '../fillIn.ts';
import { certainObject, type PluginWriter, podKind } from './plugin.ts';

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

/** Gives pods that are created on a node its labels of places. Clouds add labels to a Node that its manifest lacks. */
export const podTopologyLabels: PluginWriter = {
  plugin: 'PodTopologyLabels',
  kinds: [podKind],
  write(object) {
    const { draft } = object;
    const name = draft.map('spec')?.string('nodeName') ?? '';
    if (name === '') return {};
    const node = certainObject(object, '/Node', name);
    const labels = node && labelsOf(node);
    const known = table.topologyLabels.flatMap((label) => {
      const value = labels?.get(label);
      return value === undefined ? [] : [[label, value] as const];
    });
    const written = known.filter(([label, value]) => {
      if (draft.map('metadata')?.map('labels')?.string(label) === value) return false;
      removeAtSteps(draft, ['metadata', 'labels', label]);
      return fillIn(draft, ['metadata', 'labels', label], value);
    });
    const open = table.topologyLabels.filter((label) => labels?.has(label) !== true);
    const at = (label: string) => `metadata.labels[${label}]`;
    return { written: written.map(([label]) => at(label)), open: open.map(at) };
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
