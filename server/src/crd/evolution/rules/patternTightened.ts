import { acceptsAllEnumValues, acceptsAllMatching } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Matching texts must still match. */
export const patternTightened: EvolutionRule = {
  code: 'crd-pattern-changed',
  title: 'A pattern was added or changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Valid values may be refused. A pattern that accepts every text of the old one is not reported.',
  remedy: 'Keep the earlier pattern as an alternative, or introduce the new one in a new version.',
  source: apiChanges,
  schema(pair, emit) {
    const { before, after, field, at } = pair;
    if (after.pattern === '' || before.pattern === after.pattern || acceptsAllEnumValues(pair)) return;
    if (acceptsAllMatching(before.pattern, after.pattern)) return;
    const what =
      before.pattern === '' ? 'now has a pattern' : `had the pattern ${before.pattern} and now has a different one`;
    emit(at('pattern'), `${field} ${what}: ${after.pattern}`, brokenByStricter(pair));
  },
};
