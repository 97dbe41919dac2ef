import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** Booleans do not grow. */
export const newBoolean: EvolutionRule = {
  code: 'crd-new-boolean',
  title: 'A new field is a boolean',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Many booleans need a third value later, and a boolean cannot get one.',
  remedy: 'Use a string enum with descriptive values.',
  source: apiConventions,
  added({ field, after, position }, emit) {
    if (after.type === 'boolean') emit(position, `${field} is a boolean`);
  },
};
