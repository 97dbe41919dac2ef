import { checks } from '../checks/registry.ts';

/** Every code that a configuration may name. */
export function checkCodes(): ReadonlySet<string> {
  return new Set(checks.flatMap(({ codes }) => codes.map(({ code }) => code)));
}
