import type { EvolutionRule } from '../rule.ts';
import { ruleChanges } from '../ruleChanges.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on rules. */
export const ruleRemoved: EvolutionRule = {
  code: 'crd-rule-removed',
  title: 'A validation rule was removed',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that rely on the rule receive objects that violate it, and the old definition refuses them after a rollback.',
  remedy: 'Make sure that every client accepts such objects.',
  source: apiChanges,
  schema(pair, emit) {
    for (const { rule } of ruleChanges(pair).looser) {
      emit(pair.at('x-kubernetes-validations'), `${pair.field} no longer has the rule: ${rule.trim()}`);
    }
  },
};
