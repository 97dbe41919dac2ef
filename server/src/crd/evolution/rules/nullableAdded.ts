import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Null is a value where it is allowed. */
export const nullableAdded: EvolutionRule = {
  code: 'crd-nullable-added',
  title: 'A field may be null',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Nulls that were pruned or replaced by the default are kept from now on; clients that know the earlier definition do not expect them.',
  remedy: 'Prefer leaving the field out to null.',
  source: definitions,
  schema({ before, after, field, at }, tell) {
    if (!before.nullable && after.nullable) tell(at('nullable'), `${field} could not be null and can now`);
  },
};
