import { isLonger } from '../../../../formats/format.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/batch/validation/validation.go, validateSuccessPolicy.

const longestIndexes = 64 * 1024;

/** When an indexed job counts as done. */
export function validateSuccessPolicy(policy: Value, completions: number, errors: ErrorList): void {
  const rules = policy.at('rules');
  if (rules.empty) {
    errors.required(rules, 'at least one rules must be specified when the successPolicy is specified');
  }
  if (rules.length > 20) errors.tooMany(rules, rules.length, 20);
  for (const rule of rules.items) validateRule(rule, completions, errors);
}

function validateRule(rule: Value, completions: number, errors: ErrorList): void {
  const [indexes, count] = [rule.at('succeededIndexes'), rule.at('succeededCount')];
  if (!indexes.present && !count.present) {
    errors.required(rule, 'at least one of succeededCount or succeededIndexes must be specified');
  }
  let total = 0;
  if (indexes.present) {
    if (isLonger(indexes.text, longestIndexes)) errors.tooLong(indexes, longestIndexes);
    const counted = countIndexes(indexes.text, completions);
    if (typeof counted === 'number') total = counted;
    else errors.invalid(indexes, `error parsing succeededIndexes: ${counted}`);
  }
  errors.nonNegative(count);
  if (count.number !== undefined && count.number > completions) {
    errors.invalid(count, `must be less than or equal to ${completions} (the number of specified completions)`);
  }
  if (indexes.present && (count.number ?? 0) > total) {
    errors.invalid(
      count,
      `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`,
    );
  }
}

/** How many indexes `1,3-5` names, or why it names none: `validateIndexesFormat`. */
function countIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let last = -1;
  for (const interval of text.split(',')) {
    const ends = interval.split('-');
    if (ends.length > 2) {
      return `the fragment "${interval}" violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    const wrong = ends.find((end) => !/^\+?\d+$/.test(end));
    if (wrong !== undefined) return `cannot convert string to integer for index: "${wrong}"`;
    const large = ends.find((end) => Number(end) >= completions);
    if (large !== undefined) return `too large index: "${large}"`;
    const [first = 0, second] = ends.map(Number);
    if (second !== undefined && first >= second) return `non-increasing order, previous: ${first}, current: ${second}`;
    if (last >= first) return `non-increasing order, previous: ${last}, current: ${first}`;
    last = second ?? first;
    total += last - first + 1;
  }
  return total;
}
