import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { typeOf } from '../values.ts';

/** A field keeps its type. */
export const typeChanged: EvolutionRule = {
  code: 'crd-type-changed',
  title: 'The type of a field has changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients', 'rollback'],
  why: 'Values of the old type are now refused, and those of the new type after a rollback. Clients read stored values with an unexpected type. If the new type includes the old one, old clients receive values of the new type.',
  remedy: 'Add a new field, or a new version with a conversion.',
  source: apiChanges,
  schema(pair, emit) {
    const { before, after, field, at } = pair;
    const [old, now] = [typeOf(before), typeOf(after)];
    if (old === now) return;
    // A schema that accepts anything accepts the old values.
    const isWider = now === 'anything' || (old === 'integer' && (now === 'number' || now === 'int-or-string'));
    const particulars =
      isWider || (old === 'string' && now === 'int-or-string')
        ? ({ severity: 'warning', breaks: ['old clients', 'rollback'] } as const)
        : { ...brokenByStricter(pair), breaks: typeChanged.breaks };
    emit(at('type'), `The type of ${field} changed from ${old || 'none'} to ${now || 'none'}`, particulars);
  },
};
