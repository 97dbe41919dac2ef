import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { typeOf } from '../values.ts';

/** A field keeps its type. */
export const typeChanged: EvolutionRule = {
  code: 'crd-type-changed',
  title: 'A field has another type',
  severity: 'error',
  breaks: ['stored objects', 'old clients', 'rollback'],
  why: 'Values of the old type are refused from now on, stored ones when they are written next, and values of the new type are after a rollback.',
  remedy: 'Add a field of another name, or a new version with a conversion.',
  source: apiChanges,
  schema({ before, after, field, at }, tell) {
    const [old, now] = [typeOf(before), typeOf(after)];
    if (old === now) return;
    // What takes anything takes the old values as well.
    const isWider = now === 'anything' || (old === 'integer' && (now === 'number' || now === 'int-or-string'));
    const particulars =
      isWider || (old === 'string' && now === 'int-or-string')
        ? ({ breaks: ['new clients', 'rollback'] } as const)
        : {};
    tell(at('type'), `The type of ${field} was ${old || 'none'} and is ${now || 'none'}`, particulars);
  },
};
