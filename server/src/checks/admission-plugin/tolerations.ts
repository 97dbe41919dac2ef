import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import type { Toleration } from '../../targets/admissionConfiguration.ts';
import { isJson } from '../../text/isJson.ts';
import { Value } from '../value.ts';
import { namespacePlacement, settingsOf } from './placement.ts';
import type { PluginRequest } from './pluginRule.ts';

/** A toleration as written, and Go's zero values in place of absent fields. */
export function tolerationOf(value: Value): Toleration {
  const text = (name: string) => value.at(name).text;
  return {
    ...{ key: text('key'), operator: text('operator'), value: text('value'), effect: text('effect') },
    seconds: value.at('tolerationSeconds').number,
  };
}

/** Whether a toleration tolerates everything that another one does. Source: pkg/util/tolerations, isSuperset. */
export function isSuperset(wide: Toleration, narrow: Toleration): boolean {
  if (isSame(wide, narrow)) return true;
  if (narrow.key !== wide.key && (wide.key !== '' || wide.operator !== 'Exists')) return false;
  if (narrow.effect !== wide.effect && wide.effect !== '') return false;
  const isShorter = wide.seconds !== undefined && (narrow.seconds ?? Number.POSITIVE_INFINITY) > wide.seconds;
  if (wide.effect === 'NoExecute' && isShorter) return false;
  if (wide.operator === 'Exists') return true;
  return (
    (wide.operator === 'Equal' || wide.operator === '') && narrow.operator === 'Equal' && narrow.value === wide.value
  );
}

function isSame(a: Toleration, b: Toleration): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The indices of the tolerations that a merge keeps. Source: pkg/util/tolerations/tolerations.go, MergeTolerations. */
export function keptTolerations(all: readonly Toleration[]): readonly number[] {
  const kept: number[] = [];
  for (const [index, toleration] of all.entries()) {
    const isRedundant =
      kept.some((earlier) => {
        const other = all[earlier];
        return other !== undefined && isSuperset(other, toleration);
      }) || all.slice(index + 1).some((other) => !isSame(other, toleration) && isSuperset(other, toleration));
    if (!isRedundant) kept.push(index);
  }
  return kept;
}

/** Tolerations without those that others of them include. */
export function mergedTolerations(all: readonly Toleration[]): readonly Toleration[] {
  return keptTolerations(all).flatMap((index) => all[index] ?? []);
}

/** Whether each toleration is within an allowed one. Source: VerifyAgainstWhitelist. */
export function areAllowed(tolerations: readonly Toleration[], allowed: readonly Toleration[]): boolean {
  return (
    allowed.length === 0 || tolerations.every((toleration) => allowed.some((wide) => isSuperset(wide, toleration)))
  );
}

/** The tolerations of nodes that are not ready, which pods get that do not have their own. */
export function withUsualTolerations(
  tolerations: readonly Toleration[],
  { surface }: Pick<PluginRequest, 'surface'>,
): readonly Toleration[] {
  if (!isPluginOn(surface, 'DefaultTolerationSeconds')) return tolerations;
  const { keys, operator, effect, seconds } = table.tolerations;
  const isTolerated = (key: string) =>
    tolerations.some((toleration) => [key, ''].includes(toleration.key) && [effect, ''].includes(toleration.effect));
  const added = keys.filter((key) => !isTolerated(key)).map((key) => ({ key, operator, value: '', effect, seconds }));
  return [...tolerations, ...added];
}

/** The toleration that pods get which are not BestEffort. */
export const memoryPressureToleration: Toleration = {
  ...table.placement.memoryPressure,
  value: '',
  seconds: undefined,
};

/** A list of tolerations that a namespace or the cluster sets. */
export type NamespaceTolerations =
  | {
      readonly list: readonly Toleration[];
      readonly scope: 'namespace' | 'cluster';
      readonly by: readonly AdmissionObject[];
    }
  | { readonly problem: string; readonly by: readonly AdmissionObject[] };

/**
 * The default or the allowed tolerations of pods; undefined if they are not known. Source:
 * plugin/pkg/admission/podtolerationrestriction/admission.go, extractNSTolerations.
 */
export function tolerationsOfNamespace(
  request: Pick<PluginRequest, 'objects' | 'surface' | 'namespace'>,
  which: 'default' | 'allowed',
): NamespaceTolerations | undefined {
  const placement = namespacePlacement(request);
  if (placement === undefined) return undefined;
  const { namespace, annotations } = placement;
  const by = [namespace];
  const key = which === 'default' ? table.placement.defaultTolerations : table.placement.allowedTolerations;
  const annotation = annotations.entry(key);
  if (annotation.present) {
    const list = listIn(annotation.text);
    if (list === 'open') return undefined;
    return list === 'broken'
      ? { problem: `the annotation ${key} is not a JSON list of tolerations`, by }
      : { list, scope: 'namespace', by };
  }
  const settings = settingsOf(request, 'PodTolerationRestriction');
  return settings && { list: settings.tolerations?.[which] ?? [], scope: 'cluster', by };
}

const fields: ReadonlySet<string> = new Set(['key', 'operator', 'value', 'effect', 'tolerationSeconds']);

/** `open` if Go's decoder may read keys that differ in case. */
function listIn(text: string): readonly Toleration[] | 'open' | 'broken' {
  if (text === '') return [];
  if (!isJson(text)) return 'broken';
  const [root] = readManifest(text).documents.map((document) => document.root);
  const list = Value.untyped(root, undefined, { start: 0, end: 0 });
  if (!list.present) return [];
  if (list.node?.kind !== 'list') return 'broken';
  const { items } = list;
  if (items.some(({ node }) => node?.kind !== 'map' || node.entries.some(({ key }) => !fields.has(key)))) return 'open';
  const isTyped = items.every((item) =>
    [...item.entries].every(([key, { scalar }]) =>
      key === 'tolerationSeconds' ? Number.isInteger(scalar) : typeof scalar === 'string',
    ),
  );
  return isTyped ? items.map(tolerationOf) : 'open';
}
