import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { formatAmount } from '../../admission-plugin/amounts.ts';
import { declaredInNamespace } from '../../admission-plugin/declared.ts';
import { limitsIn, withLimitRangeDefaults } from '../../admission-plugin/limitRanges.ts';
import { podResources } from '../../admission-plugin/podResources.ts';
import { Value } from '../../value.ts';
import { fillIn } from '../fillIn.ts';
import { type AdmittedObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';

/** Fills in resources of containers. */
export const limitRanger: PluginWriter = { plugin: 'LimitRanger', kinds: [podKind], write };

const annotationPath = `metadata.annotations[${table.limitRangerAnnotation}]`;

function write(object: AdmittedObject): PluginChange {
  const { draft, root, kindSpan, surface } = object;
  const ranges = declaredInNamespace(object, '/LimitRange');
  if (ranges.length === 0 || !ranges.every(({ isCertain }) => isCertain())) return {};
  const before = podResources(Value.untyped(root, undefined, kindSpan).at('spec'), surface);
  const [after, ...others] = withLimitRangeDefaults(before, ranges.flatMap(limitsIn));
  // The order of LimitRanges decides.
  if (after === undefined || others.length > 0)
    return {
      open: ['spec.containers[].resources', 'spec.initContainers[].resources', 'spec.resources', annotationPath],
    };
  if (after.annotation !== undefined) {
    const key = table.limitRangerAnnotation;
    draft.map('metadata')?.map('annotations')?.take(key);
    fillIn(draft, ['metadata', 'annotations', key], after.annotation);
  }
  const written = (['containers', 'initContainers'] as const).flatMap((list) =>
    after.pod[list].flatMap((container, index) =>
      (['limits', 'requests'] as const).flatMap((what) =>
        [...container[what]].flatMap(([name, amount]) => {
          if (amount.isFilledIn !== true) return [];
          const steps = ['spec', list, index, 'resources', what, name];
          return fillIn(draft, steps, formatAmount(amount)) ? [`${list}[${index}] ${what} of ${name}`] : [];
        }),
      ),
    ),
  );
  return { written };
}
