import type { Check } from './check.ts';

/** Every check, one line each. The order is the order of findings at the same place. */
export const checks: readonly Check[] = [];
