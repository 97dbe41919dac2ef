import { escapeName } from '../../../cel/escape.ts';
import { isImplied } from '../implied/implied.ts';
import { isMetadata } from '../metadata.ts';
import { brokenAlways, brokenByStricter } from '../refusals.ts';
import type { EvolutionRule, SchemaPair } from '../rule.ts';
import { scopeOf } from '../ruleChanges.ts';
import { apiChanges } from '../sources.ts';

/** Optional fields must stay optional. */
export const requiredAdded: EvolutionRule = {
  code: 'crd-required-added',
  title: 'A field is now required',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Requests without the field worked and are now refused. Stored objects without it cannot be written back.',
  remedy: 'Give the field a default, or make it required in a new version only.',
  source: apiChanges,
  schema(pair, emit) {
    const { before, after, field, at } = pair;
    for (const name of after.required) {
      // A default fills the field before validation.
      if (before.required.includes(name) || after.properties.get(name)?.default !== undefined) continue;
      // Every object has metadata.
      if (isMetadata(field === '.' ? `.${name}` : `${field}.${name}`) || wasAsked(name, pair)) continue;
      const what = before.properties.has(name) ? 'was optional and is now required' : 'is new and required';
      const path = `${field === '.' ? '' : field}.${name}`;
      const isKey = pair.unit.keys.includes(name);
      emit(at('required'), `${path} ${what}`, isKey ? brokenAlways(pair) : brokenByStricter(pair));
    }
  },
};

/** Whether the old rules required the field. */
function wasAsked(name: string, pair: SchemaPair): boolean {
  const escaped = escapeName(name);
  const asked = { rule: `has(self.${escaped})`, optionalOldSelf: true };
  return escaped !== undefined && isImplied(asked, pair.before.rules, scopeOf(pair), pair.syntax);
}
