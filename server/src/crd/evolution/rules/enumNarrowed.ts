import { acceptsAllEnumValues } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { areSame, show } from '../values.ts';

/** Allowed values must stay allowed. */
export const enumNarrowed: EvolutionRule = {
  code: 'crd-enum-narrowed',
  title: 'Values of an enum were removed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Requests and stored objects with the value are refused.',
  remedy: 'Keep accepting the value, and mark it as deprecated in the description.',
  source: apiChanges,
  schema(pair, emit) {
    const { before, after, field, at } = pair;
    if (after.enum.length === 0) return;
    if (acceptsAllEnumValues(pair)) return;
    if (before.enum.length === 0) {
      emit(at('enum'), `${field} accepted any value and is now an enum`, brokenByStricter(pair));
      return;
    }
    const gone = before.enum.filter((value) => !after.enum.some((other) => areSame(value, other)));
    if (gone.length > 0) {
      emit(at('enum'), `${field} no longer accepts ${gone.map(show).join(', ')}`, brokenByStricter(pair));
    }
  },
};
