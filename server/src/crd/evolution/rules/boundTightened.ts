import { boundChanges } from '../bounds.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { brokenByStricter } from '../values.ts';

/** What was within the bounds stays within them. */
export const boundTightened: EvolutionRule = {
  code: 'crd-bound-tightened',
  title: 'A bound is narrower',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Values that were taken are refused: requests that worked fail, and stored objects cannot be written back.',
  remedy: 'Keep the wider bound, or tighten it in a new version only.',
  source: apiChanges,
  schema(pair, tell) {
    for (const { keyword, from, to, isTighter } of boundChanges(pair)) {
      if (!isTighter) continue;
      tell(pair.at(keyword), `${keyword} of ${pair.field} was ${from} and is ${to}`, {
        breaks: brokenByStricter(pair),
      });
    }
  },
};
