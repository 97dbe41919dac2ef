import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** Conditions belong to several writers. */
export const conditionsWithoutKeys: EvolutionRule = {
  code: 'crd-conditions-without-keys',
  title: 'Conditions are not merged by their type',
  severity: 'warning',
  breaks: ['new clients'],
  why: "Several controllers write conditions of one object; only with the key type do they not overwrite each other's.",
  remedy: 'Say x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type].',
  source: apiConventions,
  added({ field, name, after, here }, tell) {
    const isConditions = name === 'conditions' && after.type === 'array';
    if (isConditions && (after.listType !== 'map' || after.listMapKeys.join() !== 'type')) {
      tell(here, `${field} is not a map by type`);
    }
  },
};
