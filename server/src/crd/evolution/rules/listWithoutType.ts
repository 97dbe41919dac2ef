import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** How server-side apply merges must be decided at the beginning. */
export const listWithoutType: EvolutionRule = {
  code: 'crd-list-without-type',
  title: 'A new list has no list type',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Without x-kubernetes-list-type a list is atomic: each applier owns all of it. Changing this later breaks appliers.',
  remedy: 'Set x-kubernetes-list-type to map (with its keys), set or atomic.',
  source: apiConventions,
  added({ field, after, position }, emit) {
    if (after.type === 'array' && after.listType === '')
      emit(position, `${field} is a list without x-kubernetes-list-type`);
  },
};
