import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** Floats do not round-trip. */
export const newFloat: EvolutionRule = {
  code: 'crd-new-float',
  title: 'A new field is a floating-point number',
  severity: 'information',
  breaks: ['new clients'],
  why: 'Floating-point numbers can change when they are encoded, and equal values may compare as different.',
  remedy: 'Use an integer of a smaller unit, a quantity, or a string.',
  source: apiConventions,
  added({ field, after, position }, emit) {
    if (after.type === 'number') emit(position, `${field} is a floating-point number`);
  },
};
