import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { areSame, show } from '../values.ts';

/** A new value is new to old clients. */
export const enumWidened: EvolutionRule = {
  code: 'crd-enum-widened',
  title: 'An enumeration has new values',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that think they know all values meet one that they do not know, and a rolled-back definition refuses it.',
  remedy: 'Say in the description that values will be added, and let clients take unknown ones for such.',
  source: apiChanges,
  schema({ before, after, field, at }, tell) {
    if (before.enum.length === 0) return;
    const fresh = after.enum.filter((value) => !before.enum.some((other) => areSame(value, other)));
    if (after.enum.length === 0) tell(at('type'), `${field} was an enumeration and takes any value now`);
    else if (fresh.length > 0) tell(at('enum'), `${field} takes ${fresh.map(show).join(', ')} as well`);
  },
};
