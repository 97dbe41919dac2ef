import { isTransition } from '../implied/implied.ts';
import { brokenByStricter, brokenByTransition } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { ruleChanges } from '../ruleChanges.ts';
import { definitions } from '../sources.ts';

/** A rewritten rule may require more than before. */
export const ruleChanged: EvolutionRule = {
  code: 'crd-rule-changed',
  title: 'A validation rule has changed',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'A rule replaced another. If it is stricter, requests that worked are refused. If it is looser, old clients, and the old definition after a rollback, receive objects that the old rule refused.',
  remedy:
    'Accept everything that the old rule accepted, or introduce the rule in a new version. Make sure that every client accepts the objects that are now valid.',
  source: definitions,
  schema(pair, emit) {
    for (const { old, now, isStricter } of ruleChanges(pair).replaced) {
      const asksBoth = isTransition(now) && !now.optionalOldSelf;
      const stricter = asksBoth ? brokenByTransition(pair) : brokenByStricter(pair, 'rule');
      const looser = { severity: 'information', breaks: ['old clients', 'rollback'] } as const;
      const position = { ...pair.at('x-kubernetes-validations'), span: now.span };
      const what = `${pair.field} had the rule ${old.rule.trim()} and now has ${now.rule.trim()}`;
      emit(position, what, isStricter ? stricter : looser);
    }
  },
};
