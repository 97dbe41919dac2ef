import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { dataOf, draftFrom } from '../../../conversion/draftValue.ts';
import { nodeOfValue } from '../../../conversion/value.ts';
import { type Draft, DraftList, type DraftMap } from '../../../manifest/reconcile/draft.ts';
import { isExtended } from '../../admission-plugin/quotaUsage.ts';
import { keptTolerations, tolerationOf } from '../../admission-plugin/tolerations.ts';
import { Value } from '../../value.ts';
import { type AdmittedObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';

/** Adds tolerations of nodes that are not ready. */
export const defaultTolerationSeconds: PluginWriter = {
  plugin: 'DefaultTolerationSeconds',
  kinds: [podKind],
  write({ draft }: AdmittedObject): PluginChange {
    const spec = draft.map('spec');
    if (spec === undefined) return {};
    const { keys, operator, effect, seconds: tolerationSeconds } = table.tolerations;
    const absent = keys.filter((key) => !tolerationsOf(spec).some((toleration) => tolerates(toleration, key)));
    addTolerations(
      spec,
      absent.map((key) => draftFrom({ key, operator, effect, tolerationSeconds })),
    );
    return { written: absent.map((key) => `spec.tolerations of ${key}`) };
  },
};

/** Adds tolerations of nodes that are reserved for the extended resources of a pod. */
export const extendedResourceToleration: PluginWriter = {
  plugin: 'ExtendedResourceToleration',
  kinds: [podKind],
  write({ draft }) {
    const spec = draft.map('spec');
    if (spec === undefined) return {};
    const { operator, effect } = table.extendedResources;
    const names = extendedResourcesOf(spec).filter(
      (key) => !tolerationsOf(spec).some((toleration) => isSame(toleration, key, operator, effect)),
    );
    addTolerations(
      spec,
      names.map((key) => draftFrom({ key, operator, effect })),
    );
    return { written: names.map((key) => `spec.tolerations of ${key}`) };
  },
};

/** The tolerations of the spec of a pod. */
export function tolerationsOf(spec: DraftMap): readonly Draft[] {
  return spec.list('tolerations')?.items ?? [];
}

/** Adds tolerations at the end. */
export function addTolerations(spec: DraftMap, added: readonly Draft[]): void {
  if (added.length === 0) return;
  const list = spec.list('tolerations') ?? new DraftList();
  list.items.push(...added);
  spec.set('tolerations', list);
}

/** Adds tolerations without those that others include. Gives whether tolerations changed. */
export function mergeTolerations(spec: DraftMap, added: readonly Draft[]): boolean {
  const before = tolerationsOf(spec);
  const all = [...before, ...added];
  const span = { start: 0, end: 0 };
  const read = all.map((draft) => tolerationOf(Value.untyped(nodeOfValue(dataOf(draft), span), undefined, span)));
  const kept = keptTolerations(read).flatMap((index) => all[index] ?? []);
  if (kept.length === before.length && kept.every((draft, index) => draft === before[index])) return false;
  const list = spec.list('tolerations') ?? new DraftList();
  list.items.splice(0, list.items.length, ...kept);
  spec.set('tolerations', list);
  return true;
}

function tolerates(toleration: Draft, key: string): boolean {
  if (toleration.kind !== 'map') return false;
  const [ownKey = '', effect = ''] = [toleration.string('key'), toleration.string('effect')];
  return (ownKey === key || ownKey === '') && (effect === table.tolerations.effect || effect === '');
}

function isSame(toleration: Draft, key: string, operator: string, effect: string): boolean {
  if (toleration.kind !== 'map') return false;
  return (
    toleration.string('key') === key &&
    toleration.string('operator') === operator &&
    toleration.string('effect') === effect
  );
}

function extendedResourcesOf(spec: DraftMap): readonly string[] {
  const names = (['containers', 'initContainers'] as const).flatMap((list) =>
    (spec.list(list)?.items ?? []).flatMap((container) =>
      container.kind === 'map'
        ? [...(container.map('resources')?.map('requests')?.fields() ?? [])].map(({ key }) => key)
        : [],
    ),
  );
  return [...new Set(names.filter(isExtended))].sort();
}
