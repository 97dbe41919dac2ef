import changes from '../../../data/authored/validation-changes.json' with { type: 'json' };
import { factMinor, type Minor } from '../../targets/version.ts';

/** A validation rule that only some binaries have, independent of gates. */
export type RuleChange = keyof typeof changes.rules;

/** The binaries that have a rule; without `last` the newest one still has it. */
interface Binaries {
  readonly first?: string;
  readonly last?: string;
}

/** Whether a binary has a rule. */
export function isRuleActive(rule: RuleChange, binary: Minor): boolean {
  const { first, last }: Binaries = changes.rules[rule];
  return (first === undefined || factMinor(first) <= binary) && (last === undefined || binary <= factMinor(last));
}
