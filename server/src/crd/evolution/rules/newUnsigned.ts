import type { EvolutionRule } from '../rule.ts';
import { apiConventions } from '../sources.ts';

/** Unsigned numbers are not for APIs. */
export const newUnsigned: EvolutionRule = {
  code: 'crd-new-unsigned',
  title: 'A new field has an unsigned format',
  severity: 'information',
  breaks: ['new clients'],
  why: 'The server does not know unsigned formats, and several languages have no such numbers.',
  remedy: 'Use int32 or int64 with minimum: 0.',
  source: apiConventions,
  added({ field, after, position }, emit) {
    if (/^uint/.test(after.format)) emit(position, `${field} has the format ${after.format}`);
  },
};
