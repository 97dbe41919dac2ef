import table from '../../data/authored/admission.json' with { type: 'json' };
import { admissionOf } from '../admission/admissionObjects.ts';
import { isPluginOn } from '../admission/plugins.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { formatAmount } from '../checks/admission-plugin/amounts.ts';
import { filledIn, limitsIn } from '../checks/admission-plugin/limitRanges.ts';
import { podResources } from '../checks/admission-plugin/podResources.ts';
import { asValue } from '../checks/admissionMatch.ts';
import { Value } from '../checks/value.ts';
import { draftFrom } from '../conversion/draftValue.ts';
import type { Value as Plain } from '../conversion/value.ts';
import type { Resource } from '../manifest/manifest.ts';
import { DraftList, type DraftMap } from '../manifest/reconcile/draft.ts';
import { fillIn } from './fillIn.ts';

const { written, priority } = table;

/** Applies the certain changes of admission plugins to a draft of an object. Returns them in words. */
export function pluginsInto(
  draft: DraftMap,
  resource: Resource,
  { group, kind }: ServedResource,
  surface: ApiSurface,
): readonly string[] {
  const said: string[] = [];
  const note = (plugin: string, what: readonly string[]) => {
    if (what.length > 0) said.push(`${plugin}: ${what.join(', ')}`);
  };
  for (const { plugin, kind: writtenKind, path, value } of written) {
    if (writtenKind !== `${group}/${kind}` || (plugin !== undefined && !isPluginOn(surface, plugin))) continue;
    const steps = path.split('/');
    if (fillIn(draft, steps, value) && plugin !== undefined) note(plugin, [steps.join('.')]);
  }
  if (`${group}/${kind}` !== '/Pod') return said;
  if (isPluginOn(surface, 'LimitRanger')) note('LimitRanger', limitRanges(draft, resource, surface));
  if (isPluginOn(surface, 'ServiceAccount')) note('ServiceAccount', account(draft));
  if (isPluginOn(surface, 'Priority')) note('Priority', priorities(draft, resource, surface));
  if (isPluginOn(surface, 'RuntimeClass')) note('RuntimeClass', runtimeClass(draft, resource, surface));
  if (isPluginOn(surface, 'DefaultTolerationSeconds')) note('DefaultTolerationSeconds', tolerations(draft));
  return said;
}

function limitRanges(draft: DraftMap, { root, kindSpan, namespace }: Resource, surface: ApiSurface): readonly string[] {
  const ranges = (admissionOf(surface)?.ofKind('/LimitRange') ?? []).filter((range) => range.namespace === namespace);
  if (namespace === undefined || ranges.length === 0 || !ranges.every(({ isCertain }) => isCertain())) return [];
  const before = podResources(Value.untyped(root, undefined, kindSpan).at('spec'));
  const after = filledIn(before, ranges.flatMap(limitsIn));
  if (after === undefined) return [];
  return (['containers', 'initContainers'] as const).flatMap((list) =>
    after[list].flatMap((container, index) =>
      (['limits', 'requests'] as const).flatMap((what) =>
        [...container[what]].flatMap(([name, amount]) => {
          if (amount.isFilledIn !== true) return [];
          const steps = ['spec', list, index, 'resources', what, name];
          return fillIn(draft, steps, formatAmount(amount)) ? [`${list}[${index}] ${what} of ${name}`] : [];
        }),
      ),
    ),
  );
}

/** The server's token volume has a generated name. */
function account(draft: DraftMap): readonly string[] {
  const spec = draft.map('spec');
  const name = spec?.string('serviceAccountName') ?? spec?.string('serviceAccount') ?? table.defaultAccount;
  const filled = fillIn(draft, ['spec', 'serviceAccountName'], name);
  return fillIn(draft, ['spec', 'serviceAccount'], name) || filled ? ['spec.serviceAccountName'] : [];
}

function priorities(draft: DraftMap, _resource: Resource, surface: ApiSurface): readonly string[] {
  const name = draft.map('spec')?.string('priorityClassName') ?? '';
  const system = priority.classes.find((systemClass) => systemClass.name === name);
  const found = name === '' ? [] : (admissionOf(surface)?.named('scheduling.k8s.io/PriorityClass', name) ?? []);
  const [definedClass] = found;
  const known =
    definedClass !== undefined && found.length === 1 && definedClass.isCertain() ? asValue(definedClass) : undefined;
  const value = system?.value ?? (known === undefined ? undefined : (known.at('value').number ?? 0));
  if (value === undefined) return [];
  const policy = known?.at('preemptionPolicy').or(priority.defaultPreemptionPolicy) ?? priority.defaultPreemptionPolicy;
  const filled = [
    fillIn(draft, ['spec', 'priority'], value) ? 'spec.priority' : undefined,
    fillIn(draft, ['spec', 'preemptionPolicy'], policy) ? 'spec.preemptionPolicy' : undefined,
  ];
  return filled.flatMap((field) => field ?? []);
}

function runtimeClass(draft: DraftMap, { root }: Resource, surface: ApiSurface): readonly string[] {
  const name = draft.map('spec')?.string('runtimeClassName') ?? '';
  const found = name === '' ? [] : (admissionOf(surface)?.named('node.k8s.io/RuntimeClass', name) ?? []);
  const [definedClass] = found;
  if (definedClass === undefined || found.length > 1 || definedClass.root === root || !definedClass.isCertain())
    return [];
  const [overhead, scheduling] = [
    asValue(definedClass).at('overhead').at('podFixed'),
    asValue(definedClass).at('scheduling'),
  ];
  const filled = [...overhead.entries].filter(([key, amount]) =>
    fillIn(draft, ['spec', 'overhead', key], String(amount.scalar)),
  );
  const selected = [...scheduling.at('nodeSelector').strings].filter(([key, value]) =>
    fillIn(draft, ['spec', 'nodeSelector', key], value),
  );
  return [...(filled.length > 0 ? ['spec.overhead'] : []), ...(selected.length > 0 ? ['spec.nodeSelector'] : [])];
}

/** Source: plugin/pkg/admission/defaulttolerationseconds/admission.go. */
function tolerations(draft: DraftMap): readonly string[] {
  const spec = draft.map('spec');
  if (spec === undefined) return [];
  const list = spec.list('tolerations') ?? new DraftList();
  const tolerates = (key: string) =>
    list.items.some((item) => {
      if (item.kind !== 'map') return false;
      const [itemKey = '', effect = ''] = [item.string('key'), item.string('effect')];
      return (itemKey === key || itemKey === '') && (effect === 'NoExecute' || effect === '');
    });
  const absent = table.tolerations.keys.filter((key) => !tolerates(key));
  for (const key of absent) {
    const { seconds: tolerationSeconds, operator, effect } = table.tolerations;
    const toleration: Plain = { key, operator, effect, tolerationSeconds };
    list.items.push(draftFrom(toleration));
  }
  if (absent.length > 0) spec.set('tolerations', list);
  return absent.map((key) => `spec.tolerations of ${key}`);
}
