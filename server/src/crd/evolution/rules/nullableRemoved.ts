import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Null is a value where it is allowed. */
export const nullableRemoved: EvolutionRule = {
  code: 'crd-nullable-removed',
  title: 'A field may no longer be null',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The server prunes or defaults a null instead of keeping it. It refuses a null in a list or a required field.',
  remedy: 'Keep nullable: true.',
  source: definitions,
  schema(pair, emit) {
    const { before, after, field, isNeeded, at } = pair;
    if (!before.nullable || after.nullable) return;
    // Where the field can be absent, the server takes a null for that.
    const particulars = isNeeded ? brokenByStricter(pair) : ({ severity: 'warning' } as const);
    emit(at('nullable'), `${field} can no longer be null`, particulars);
  },
};
