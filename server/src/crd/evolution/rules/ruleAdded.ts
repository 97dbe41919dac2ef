import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';
import { brokenByStricter } from '../values.ts';

/** What was valid stays valid. */
export const ruleAdded: EvolutionRule = {
  code: 'crd-rule-added',
  title: 'A validation rule is new',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Requests that worked are refused where the rule does not hold. A server that ratchets lets unchanged values stand on updates, so that stored objects can still be written; others refuse every write of them.',
  remedy:
    'Introduce the rule in a new version, let it hold for values that were already there with optionalOldSelf, or make sure that all objects fulfil it.',
  source: definitions,
  schema(pair, tell) {
    const known = new Set(pair.before.rules.map(({ rule }) => rule.trim()));
    for (const { rule, optionalOldSelf, place } of pair.after.rules) {
      if (known.has(rule.trim())) continue;
      // A rule about oldSelf is not asked of objects that are created, unless it says so.
      const isTransition = /\boldSelf\b/.test(rule) && !optionalOldSelf;
      const breaks = isTransition ? (['old clients'] as const) : brokenByStricter(pair);
      tell({ ...pair.at('x-kubernetes-validations'), span: place }, `${pair.field} has a new rule: ${rule.trim()}`, {
        breaks,
      });
    }
  },
};
