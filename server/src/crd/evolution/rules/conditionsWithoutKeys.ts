import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

const conditionFields = ['type', 'status', 'lastTransitionTime', 'reason', 'message'];

/** Conditions belong to several writers. */
export const conditionsWithoutKeys: EvolutionRule = {
  code: 'crd-conditions-without-keys',
  title: 'Conditions are not as conditions of Kubernetes are',
  severity: 'warning',
  breaks: ['new clients'],
  why: "Tools show and wait for conditions by their fields. Several controllers write conditions of one object; only with the key type do they not overwrite each other's.",
  remedy:
    'Give conditions the fields of metav1.Condition, and say x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type].',
  source: apiConventions,
  added({ field, name, after, here }, tell) {
    const isConditions = name === 'conditions' && after.type === 'array';
    if (isConditions && (after.listType !== 'map' || after.listMapKeys.join() !== 'type')) {
      tell(here, `${field} is not a map by type`);
    }
    if (!isConditions || after.items === undefined) return;
    const { properties, preserveUnknownFields } = after.items;
    const absent = conditionFields.filter((each) => !properties.has(each));
    if (absent.length > 0 && properties.size > 0 && !preserveUnknownFields) {
      tell(here, `Items of ${field} lack ${absent.join(', ')}, which conditions have`, { severity: 'information' });
    }
  },
};
