import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Null is a value where it is allowed. */
export const nullableAdded: EvolutionRule = {
  code: 'crd-nullable-added',
  title: 'A field may be null',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'The server now keeps nulls that it pruned or defaulted before; old clients do not expect them.',
  remedy: 'Leave the field unset instead of null.',
  source: definitions,
  schema({ before, after, field, at }, emit) {
    if (!before.nullable && after.nullable) emit(at('nullable'), `${field} can now be null`);
  },
};
