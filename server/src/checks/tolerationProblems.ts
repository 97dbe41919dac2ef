import { labelValue, qualifiedName } from '../formats/label.ts';
import type { Value } from './value.ts';

/** What is wrong with a toleration. */
export type TolerationProblem =
  | {
      readonly at: Value;
      /** In the server's words; several reasons for one text. */
      readonly reasons: readonly string[];
      /** The value that the server names; that of the place if absent. */
      readonly text?: string;
    }
  | { readonly at: Value; readonly allowed: readonly string[] };

/** Whether tolerations may compare amounts: a binary may not know the operators, or have them turned off. */
export type ComparisonSupport = 'unknown' | 'off' | 'on';

/** The effects of taints. */
export const taintEffects: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/**
 * The problems of a toleration. Source: pkg/apis/core/validation/validation.go, ValidateTolerations.
 *
 * @param comparing whether amounts may be compared.
 */
export function tolerationProblems(toleration: Value, comparing: ComparisonSupport): readonly TolerationProblem[] {
  const [key, operator, effect] = [toleration.at('key'), toleration.at('operator'), toleration.at('effect')];
  const problems: TolerationProblem[] = [];
  if (!key.empty) problems.push({ at: key, reasons: qualifiedName(key.text), text: key.text });
  else if (operator.text !== 'Exists') {
    const reason = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    problems.push({ at: operator, reasons: [reason] });
  }
  if (toleration.has('tolerationSeconds') && effect.text !== 'NoExecute') {
    problems.push({ at: effect, reasons: ["effect must be 'NoExecute' when `tolerationSeconds` is set"] });
  }
  problems.push(...ofValue(toleration, comparing));
  if (!effect.empty && !taintEffects.includes(effect.text)) problems.push({ at: effect, allowed: taintEffects });
  return problems.filter((problem) => 'allowed' in problem || problem.reasons.length > 0);
}

function ofValue(toleration: Value, comparing: ComparisonSupport): readonly TolerationProblem[] {
  const [operator, value] = [toleration.at('operator'), toleration.at('value')];
  switch (operator.text) {
    case '':
    case 'Equal': {
      const wrong = labelValue(value.text);
      return wrong.length > 0 ? [{ at: operator, reasons: [wrong.join(';')], text: value.text }] : [];
    }
    case 'Exists':
      if (value.empty) return [];
      return [{ at: operator, reasons: ["value must be empty when `operator` is 'Exists'"], text: value.text }];
    case 'Lt':
    case 'Gt':
      if (comparing === 'unknown') break;
      if (comparing === 'off') return [{ at: operator, allowed: ['Equal', 'Exists', 'Lt', 'Gt'] }];
      return amountProblems(value.text).map((reason) => ({ at: value, reasons: [reason] }));
    default:
      break;
  }
  return [{ at: operator, allowed: ['Equal', 'Exists'] }];
}

function amountProblems(text: string): readonly string[] {
  if (!/^(0|-?[1-9][0-9]*)$/.test(text)) return ['must be a valid decimal integer in canonical form'];
  if (BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return [];
  return [`strconv.ParseInt: parsing "${text}": value out of range`];
}
