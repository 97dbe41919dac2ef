import { namedValue, publishing } from './derived.ts';
import { Input } from './input.ts';

const day = new Input(present());

/** Today in UTC, `YYYY-MM-DD`, for suppressions with an end date. */
export const today = publishing(() => namedValue('day', () => day.value));

/** Looks at the clock: call when answers may be old. */
export function lookAtClock(): void {
  day.set(present());
}

function present(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
}
