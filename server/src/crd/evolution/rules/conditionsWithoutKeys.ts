import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

const conditionFields = ['type', 'status', 'lastTransitionTime', 'reason', 'message'];

/** Conditions belong to several writers. */
export const conditionsWithoutKeys: EvolutionRule = {
  code: 'crd-conditions-without-keys',
  title: 'Conditions do not follow the Kubernetes convention',
  severity: 'warning',
  breaks: ['new clients'],
  why: "Tools show conditions and wait for them by these fields. Without the key type, controllers overwrite each other's conditions.",
  remedy:
    'Give conditions the fields of metav1.Condition, and set x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type].',
  source: apiConventions,
  added({ field, name, after, position }, emit) {
    const isConditions = name === 'conditions' && after.type === 'array';
    if (isConditions && (after.listType !== 'map' || after.listMapKeys.join() !== 'type')) {
      emit(position, `${field} is not a map by type`);
    }
    if (!isConditions || after.items === undefined) return;
    const { properties, preserveUnknownFields } = after.items;
    const absent = conditionFields.filter((conditionField) => !properties.has(conditionField));
    if (absent.length > 0 && properties.size > 0 && !preserveUnknownFields) {
      emit(position, `Items of ${field} lack the condition fields ${absent.join(', ')}`, { severity: 'information' });
    }
  },
};
