import { isTransition } from '../implied/implied.ts';
import { brokenByStricter, brokenByTransition } from '../refusals.ts';
import type { EvolutionRule } from '../rule.ts';
import { ruleChanges } from '../ruleChanges.ts';
import { definitions } from '../sources.ts';

/** Valid objects must stay valid. */
export const ruleAdded: EvolutionRule = {
  code: 'crd-rule-added',
  title: 'A validation rule was added',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Requests that violate the rule are now refused. A server with validation ratcheting accepts unchanged values on updates; others refuse every write of stored objects that violate it.',
  remedy:
    'Introduce the rule in a new version, exempt existing values with optionalOldSelf, or make sure that all objects satisfy it.',
  source: definitions,
  schema(pair, emit) {
    for (const rule of ruleChanges(pair).stricter) {
      // A rule with oldSelf is not evaluated on create, unless it says so.
      const asksBoth = isTransition(rule) && !rule.optionalOldSelf;
      const particulars = asksBoth ? brokenByTransition(pair) : brokenByStricter(pair, 'rule');
      const position = { ...pair.at('x-kubernetes-validations'), span: rule.span };
      emit(position, `${pair.field} has a new rule: ${rule.rule.trim()}`, particulars);
    }
  },
};
