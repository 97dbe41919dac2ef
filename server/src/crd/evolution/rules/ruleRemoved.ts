import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on rules. */
export const ruleRemoved: EvolutionRule = {
  code: 'crd-rule-removed',
  title: 'A validation rule is gone',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that rely on the rule meet objects that break it, and a rolled-back definition refuses them.',
  remedy: 'Make sure that every reader copes with such objects.',
  source: apiChanges,
  schema({ before, after, field, at }, tell) {
    const known = new Set(after.rules.map(({ rule }) => rule.trim()));
    for (const { rule } of before.rules) {
      if (!known.has(rule.trim()))
        tell(at('x-kubernetes-validations'), `${field} no longer has the rule: ${rule.trim()}`);
    }
  },
};
