import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** Booleans do not grow. */
export const newBoolean: EvolutionRule = {
  code: 'crd-new-boolean',
  title: 'A new field is a boolean',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Few things stay true or false for ever, and a boolean cannot get a third value.',
  remedy: 'Use a string with an enumeration whose values say what they mean.',
  source: apiConventions,
  added({ field, after, here }, tell) {
    if (after.type === 'boolean') tell(here, `${field} is a boolean`);
  },
};
