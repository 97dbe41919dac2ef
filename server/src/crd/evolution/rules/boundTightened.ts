import { boundChanges } from '../bounds.ts';
import { takesAllNamed } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

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
    const tighter = boundChanges(pair).filter(({ isTighter }) => isTighter);
    if (tighter.length === 0 || takesAllNamed(pair)) return;
    for (const { keyword, from, to } of tighter) {
      tell(pair.at(keyword), `${keyword} of ${pair.field} was ${from} and is ${to}`, brokenByStricter(pair));
    }
  },
};
