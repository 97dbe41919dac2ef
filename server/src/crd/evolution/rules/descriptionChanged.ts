import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** The meaning of a field is in its description. */
export const descriptionChanged: EvolutionRule = {
  code: 'crd-description-changed',
  title: 'A description has changed',
  severity: 'hint',
  breaks: ['old clients'],
  why: 'The description documents the field; if it changes, the meaning may have changed.',
  remedy: 'Make sure that the meaning is the same; a new meaning needs a new name.',
  source: apiChanges,
  schema({ before, after, field, at }, emit) {
    if (before.description !== '' && before.description !== after.description) {
      emit(at('description'), `The description of ${field} has changed`);
    }
  },
};
