import { boundChanges } from '../bounds.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on bounds. */
export const boundLoosened: EvolutionRule = {
  code: 'crd-bound-loosened',
  title: 'A bound is wider',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that rely on the bound receive values beyond it, and the old definition refuses them after a rollback.',
  remedy: 'Make sure that every client accepts the new values.',
  source: apiChanges,
  schema(pair, emit) {
    for (const { keyword, from, to, isTighter } of boundChanges(pair)) {
      if (!isTighter) emit(pair.at(keyword), `${keyword} of ${pair.field} changed from ${from} to ${to}`);
    }
  },
};
