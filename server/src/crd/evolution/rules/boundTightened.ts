import { boundChanges } from '../bounds.ts';
import { acceptsAllEnumValues, acceptsAllMatching, patternOfLengths } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule, SchemaPair } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Values within the bounds must stay valid. */
export const boundTightened: EvolutionRule = {
  code: 'crd-bound-tightened',
  title: 'A bound is narrower',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Values that were valid are refused: requests fail, and stored objects cannot be written back.',
  remedy: 'Keep the wider bound, or tighten it in a new version only.',
  source: apiChanges,
  schema(pair, emit) {
    const tighter = boundChanges(pair).filter(({ isTighter, keyword }) => isTighter && !isOfPattern(pair, keyword));
    if (tighter.length === 0 || acceptsAllEnumValues(pair)) return;
    for (const { keyword, from, to } of tighter) {
      emit(pair.at(keyword), `${keyword} of ${pair.field} changed from ${from} to ${to}`, brokenByStricter(pair));
    }
  },
};

/** Whether the earlier pattern keeps every text within the bound. */
function isOfPattern({ before, after }: SchemaPair, keyword: string): boolean {
  if (keyword === 'minLength')
    return acceptsAllMatching(before.pattern, patternOfLengths(after.minLength ?? 0, undefined));
  return keyword === 'maxLength' && acceptsAllMatching(before.pattern, patternOfLengths(0, after.maxLength));
}
