import { takesAllMatching } from '../fitting.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on patterns. */
export const patternRemoved: EvolutionRule = {
  code: 'crd-pattern-removed',
  title: 'A pattern is gone or takes more than before',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that rely on the pattern meet other values, and a rolled-back definition refuses them.',
  remedy: 'Make sure that every reader copes with any text.',
  source: apiChanges,
  schema({ before, after, field, at }, tell) {
    if (before.pattern === '') return;
    if (after.pattern === '') {
      tell(at('type'), `${field} had the pattern ${before.pattern} and has none`);
    } else if (
      takesAllMatching(before.pattern, after.pattern) &&
      // A pattern that is written otherwise and takes the same is no change.
      !takesAllMatching(after.pattern, before.pattern)
    ) {
      tell(at('pattern'), `${field} had the pattern ${before.pattern} and has a wider one: ${after.pattern}`);
    }
  },
};
