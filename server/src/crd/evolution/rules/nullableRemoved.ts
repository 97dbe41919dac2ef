import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Null is a value where it is allowed. */
export const nullableRemoved: EvolutionRule = {
  code: 'crd-nullable-removed',
  title: 'A field may no longer be null',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'A null is pruned or replaced by the default instead of being kept; in a list it is refused.',
  remedy: 'Keep nullable: true.',
  source: definitions,
  schema({ before, after, field, at }, tell) {
    if (before.nullable && !after.nullable) tell(at('nullable'), `${field} could be null and cannot any more`);
  },
};
