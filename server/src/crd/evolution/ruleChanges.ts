import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import type { ValidationRule } from '../schema/schema.ts';
import { isImplied, isTransition } from './implied/implied.ts';
import type { Scope } from './implied/knowledge.ts';
import type { SchemaPair } from './rule.ts';

/** The changes between the rules of a schema that affect anything. */
export interface RuleChanges {
  /** New rules that a value may break which was valid before. */
  readonly stricter: readonly ValidationRule[];
  /** Rules that are gone, and which a value may break from now on. */
  readonly looser: readonly ValidationRule[];
  /** Rules that replaced others. */
  readonly replaced: readonly Replacement[];
}

/** A rule that took the place of another. */
export interface Replacement {
  readonly old: ValidationRule;
  readonly now: ValidationRule;
  /** Whether a value that was valid before may break it. */
  readonly isStricter: boolean;
}

/** The changes of a schema's rules. */
export function ruleChanges(pair: SchemaPair): RuleChanges {
  return getOrInsertComputed(known, pair, () => findChanges(pair));
}

/** Several rules of evolution read the same pair. */
const known = new WeakMap<SchemaPair, RuleChanges>();

/** The facts about the values of a field, before and now. */
export function scopeOf({ before, after, field, prunes }: SchemaPair): Scope {
  const isResource = field === '.' || before.embeddedResource;
  return { before: prunes ? before : undefined, after, isResource };
}

function findChanges(pair: SchemaPair): RuleChanges {
  const { before, after, syntax } = pair;
  const added = without(after.rules, before.rules);
  const gone = without(before.rules, after.rules);
  if (added.length === 0 && gone.length === 0) return { stricter: [], looser: [], replaced: [] };
  const [was, is] = [scopeOf(pair), { ...scopeOf(pair), before: pair.after }];
  const breaking = new Set(added.filter((rule) => !isImplied(rule, before.rules, was, syntax)));
  const freeing = new Set(gone.filter((rule) => !isImplied(rule, after.rules, is, syntax)));
  const replaced = pairUp(gone, added).flatMap(([old, now]): readonly Replacement[] => {
    const isStricter = breaking.delete(now);
    return freeing.delete(old) || isStricter ? [{ old, now, isStricter }] : [];
  });
  return { stricter: [...breaking], looser: [...freeing], replaced };
}

function without(rules: readonly ValidationRule[], others: readonly ValidationRule[]): readonly ValidationRule[] {
  const same = new Set(others.map(identity));
  return rules.filter((rule) => !same.has(identity(rule)));
}

function identity({ rule, optionalOldSelf }: ValidationRule): string {
  return `${optionalOldSelf} ${rule.trim()}`;
}

/** The minimum similarity of a rule and its replacement. */
const alike = 0.5;

/** Pairs removed rules with their replacements, the most similar first; each is in one pair at most. */
function pairUp(
  gone: readonly ValidationRule[],
  added: readonly ValidationRule[],
): readonly (readonly [ValidationRule, ValidationRule])[] {
  const candidates = gone
    .flatMap((old) => added.map((now) => ({ old, now, likeness: likenessOf(old, now) })))
    .filter(({ likeness }) => likeness >= alike)
    .sort((a, b) => b.likeness - a.likeness);
  const taken = new Set<ValidationRule>();
  return candidates.flatMap(({ old, now }) => {
    if (taken.has(old) || taken.has(now)) return [];
    taken.add(old);
    taken.add(now);
    return [[old, now] as const];
  });
}

/** From 0 to 1: the share of common words of two rules; equal messages decide alone. */
function likenessOf(left: ValidationRule, right: ValidationRule): number {
  if (isTransition(left) !== isTransition(right)) return 0;
  if (left.message !== '' && left.message === right.message) return 1;
  const [mine, its] = [wordsOf(left.rule), wordsOf(right.rule)];
  const shared = [...mine].filter((word) => its.has(word)).length;
  return shared / Math.max(1, Math.min(mine.size, its.size));
}

function wordsOf(rule: string): ReadonlySet<string> {
  return new Set(rule.match(/'[^']*'|"[^"]*"|[\w.]+/g) ?? []);
}
