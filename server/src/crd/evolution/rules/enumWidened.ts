import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { areSame, show } from '../values.ts';

/** A new value is new to old clients. */
export const enumWidened: EvolutionRule = {
  code: 'crd-enum-widened',
  title: 'An enum has new values',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that know all values receive an unknown one, and the old definition refuses it after a rollback.',
  remedy: 'State in the description that values may be added, and let clients handle unknown ones.',
  source: apiChanges,
  schema({ before, after, field, at }, emit) {
    if (before.enum.length === 0) return;
    const fresh = after.enum.filter((value) => !before.enum.some((other) => areSame(value, other)));
    if (after.enum.length === 0) emit(at('type'), `${field} was an enum and now accepts any value`);
    else if (fresh.length > 0) emit(at('enum'), `${field} also accepts ${fresh.map(show).join(', ')}`);
  },
};
