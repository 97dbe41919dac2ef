import { acceptsAllMatching } from '../fitting.ts';
import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on patterns. */
export const patternRemoved: EvolutionRule = {
  code: 'crd-pattern-removed',
  title: 'A pattern was removed or widened',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that rely on the pattern receive other values, and the old definition refuses them after a rollback.',
  remedy: 'Make sure that every client accepts any string.',
  source: apiChanges,
  schema({ before, after, field, at }, emit) {
    if (before.pattern === '') return;
    if (after.pattern === '') {
      emit(at('type'), `${field} had the pattern ${before.pattern} and now has none`);
    } else if (
      acceptsAllMatching(before.pattern, after.pattern) &&
      // A pattern in another form that accepts the same texts is not a change.
      !acceptsAllMatching(after.pattern, before.pattern)
    ) {
      emit(at('pattern'), `${field} had the pattern ${before.pattern} and now has a wider one: ${after.pattern}`);
    }
  },
};
