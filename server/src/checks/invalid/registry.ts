import type { KindRule } from './rule.ts';
import { podRules } from './rules/pod/pod.ts';

const all: readonly KindRule[] = [...podRules];

const byKind = new Map(all.map((rule) => [`${rule.group}/${rule.kind}`, rule]));

/** The validation of a kind, the same for all versions of its group; undefined where none is written down. */
export function ruleFor(group: string, kind: string): KindRule | undefined {
  return byKind.get(`${group}/${kind}`);
}
