import type { TargetFlag, TargetProblem } from '../../target/target.ts';
import { nearest } from '../../text/nearest.ts';

/** A problem with a flag. `allowed` says what may stand there instead. */
export function problem(flag: TargetFlag, value: string, message: string, allowed: string): TargetProblem {
  return { flag, value, message, allowed };
}

/** `did you mean X?` for a misspelt name, or else what to say instead. */
export function didYouMean(name: string, candidates: Iterable<string>, otherwise: string): string {
  const close = nearest(name, candidates);
  return close.length === 0 ? otherwise : `${close.join(' or ')} (did you mean that?), or ${otherwise}`;
}
