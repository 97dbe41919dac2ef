import { takesAllMatching, takesAllNamed } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** What matched goes on to match. */
export const patternTightened: EvolutionRule = {
  code: 'crd-pattern-changed',
  title: 'A pattern is new or another',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Values that were taken may be refused. Of a pattern that takes the place of another, nothing is said where every text that the other takes is one that it takes as well.',
  remedy: 'Keep the earlier pattern as an alternative, or introduce the new one in a new version.',
  source: apiChanges,
  schema(pair, tell) {
    const { before, after, field, at } = pair;
    if (after.pattern === '' || before.pattern === after.pattern || takesAllNamed(pair)) return;
    if (takesAllMatching(before.pattern, after.pattern)) return;
    const what = before.pattern === '' ? 'has a pattern now' : `had the pattern ${before.pattern} and has another`;
    tell(at('pattern'), `${field} ${what}: ${after.pattern}`, brokenByStricter(pair));
  },
};
