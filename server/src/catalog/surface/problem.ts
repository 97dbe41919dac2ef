import type { Correction, Setting, TargetFlag, TargetProblem } from '../../targets/target.ts';
import { nearest } from '../../text/nearest.ts';

/** A problem with a flag. `allowed` describes valid values. */
export function targetProblem(
  flag: TargetFlag,
  value: string,
  message: string,
  allowed: string,
  corrections: readonly Correction[] = [],
): TargetProblem {
  return corrections.length === 0 ? { flag, value, message, allowed } : { flag, value, message, allowed, corrections };
}

/** Removes the setting, and with it its effect. */
export const removeSetting: Correction = { kind: 'remove', same: false };

/** Removes a setting without effect. */
export const removeIdle: Correction = { kind: 'remove', same: true };

/** The same setting with true or false. */
export function switchCorrection(key: string, on: boolean): Correction {
  return { kind: 'setting', setting: { key, value: String(on) } };
}

/** The names that were probably meant, each with the written value. */
export function rename({ key, value }: Setting, candidates: Iterable<string>): readonly Correction[] {
  return nearest(key, candidates).map((name) => ({ kind: 'setting', setting: { key: name, value } }));
}

/** Every version from one minor to another as a value, newest first. */
export function versionsBetween(from: number, to: number): readonly Correction[] {
  const minors = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => to - index);
  return minors.map((minor) => ({ kind: 'value', value: `1.${minor}` }));
}

/** `did you mean X?` for a misspelt name, or else the fallback. */
export function didYouMean(name: string, candidates: Iterable<string>, otherwise: string): string {
  const close = nearest(name, candidates);
  return close.length === 0 ? otherwise : `${close.join(' or ')} (did you mean this?), or ${otherwise}`;
}
