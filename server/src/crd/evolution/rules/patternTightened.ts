import { takesAllNamed } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** What matched goes on to match. */
export const patternTightened: EvolutionRule = {
  code: 'crd-pattern-changed',
  title: 'A pattern is new or another',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Values that were taken may be refused. Whether a pattern takes all that another one took cannot be told in general.',
  remedy: 'Keep the earlier pattern as an alternative, or introduce the new one in a new version.',
  source: apiChanges,
  schema(pair, tell) {
    const { before, after, field, at } = pair;
    if (after.pattern === '' || before.pattern === after.pattern || takesAllNamed(pair)) return;
    const what = before.pattern === '' ? 'has a pattern now' : `had the pattern ${before.pattern} and has another`;
    tell(at('pattern'), `${field} ${what}: ${after.pattern}`, brokenByStricter(pair));
  },
};
