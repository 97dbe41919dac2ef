import { dataOf, draftFrom } from '../../../conversion/draftValue.ts';
import { isValueMap, type Value as Plain, plainValue } from '../../../conversion/value.ts';
import { type Draft, DraftList, type DraftMap } from '../../../manifest/reconcile/draft.ts';
import { asValue } from '../../admissionMatch.ts';
import { fillIn } from '../fillIn.ts';
import { type AdmittedObject, certainObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';
import { tolerationsOf } from './tolerations.ts';

/** Fills in the overhead, node selector and tolerations of a pod's RuntimeClass. */
export const runtimeClass: PluginWriter = { plugin: 'RuntimeClass', kinds: [podKind], write };

function write(object: AdmittedObject): PluginChange {
  const { draft } = object;
  const spec = draft.map('spec');
  const name = spec?.string('runtimeClassName') ?? '';
  if (spec === undefined || name === '') return {};
  const own = certainObject(object, 'node.k8s.io/RuntimeClass', name);
  if (own === undefined) return { open: ['spec.overhead', 'spec.nodeSelector', 'spec.tolerations'] };
  const [overhead, scheduling] = [asValue(own).at('overhead').at('podFixed'), asValue(own).at('scheduling')];
  const filled = [...overhead.entries].filter(([key, amount]) =>
    fillIn(draft, ['spec', 'overhead', key], String(amount.scalar)),
  );
  const selected = [...scheduling.at('nodeSelector').strings].filter(([key, value]) =>
    fillIn(draft, ['spec', 'nodeSelector', key], value),
  );
  const added = scheduling.present ? scheduling.at('tolerations').items.flatMap(({ node }) => node ?? []) : undefined;
  const tolerated =
    added !== undefined &&
    mergeTolerations(
      spec,
      added.map((node) => draftFrom(plainValue(node))),
    );
  return {
    written: [
      ...(filled.length > 0 ? ['spec.overhead'] : []),
      ...(selected.length > 0 ? ['spec.nodeSelector'] : []),
      ...(tolerated ? ['spec.tolerations'] : []),
    ],
  };
}

interface Toleration {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly effect: string;
  readonly seconds: number | undefined;
}

/** Gives whether tolerations changed. Source: pkg/util/tolerations/tolerations.go, MergeTolerations. */
function mergeTolerations(spec: DraftMap, added: readonly Draft[]): boolean {
  const before = tolerationsOf(spec);
  const all = [...before, ...added];
  const read = all.map((draft) => tolerationIn(dataOf(draft)));
  const merged: number[] = [];
  for (const [index, one] of read.entries()) {
    const isRedundant =
      merged.some((other) => isSuperset(read[other], one)) ||
      read.slice(index + 1).some((other) => !isSame(other, one) && isSuperset(other, one));
    if (!isRedundant) merged.push(index);
  }
  const kept = merged.flatMap((index) => all[index] ?? []);
  if (kept.length === before.length && kept.every((draft, index) => draft === before[index])) return false;
  const list = spec.list('tolerations') ?? new DraftList();
  list.items.splice(0, list.items.length, ...kept);
  spec.set('tolerations', list);
  return true;
}

function tolerationIn(data: Plain): Toleration {
  const text = (name: string) => {
    const value = isValueMap(data) ? data[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
  const seconds = isValueMap(data) ? data['tolerationSeconds'] : undefined;
  return {
    ...{ key: text('key'), operator: text('operator'), value: text('value'), effect: text('effect') },
    seconds: typeof seconds === 'number' ? seconds : undefined,
  };
}

function isSame(a: Toleration, b: Toleration): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Source: pkg/util/tolerations/tolerations.go, isSuperset. */
function isSuperset(wide: Toleration | undefined, one: Toleration): boolean {
  if (wide === undefined) return false;
  if (isSame(wide, one)) return true;
  if (one.key !== wide.key && (wide.key !== '' || wide.operator !== 'Exists')) return false;
  if (one.effect !== wide.effect && wide.effect !== '') return false;
  if (
    wide.effect === 'NoExecute' &&
    wide.seconds !== undefined &&
    (one.seconds ?? Number.POSITIVE_INFINITY) > wide.seconds
  ) {
    return false;
  }
  if (wide.operator === 'Exists') return true;
  return (wide.operator === 'Equal' || wide.operator === '') && one.operator === 'Equal' && one.value === wide.value;
}
