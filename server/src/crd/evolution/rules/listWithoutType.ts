import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** How server-side apply merges has to be decided at the beginning. */
export const listWithoutType: EvolutionRule = {
  code: 'crd-list-without-type',
  title: 'A new list does not say how it is merged',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Without x-kubernetes-list-type a list is atomic: whoever applies it owns all of it, and that cannot be changed later without breaking appliers.',
  remedy: 'Say x-kubernetes-list-type: map with its keys, set, or atomic.',
  source: apiConventions,
  added({ field, after, here }, tell) {
    if (after.type === 'array' && after.listType === '')
      tell(here, `${field} is a list without x-kubernetes-list-type`);
  },
};
