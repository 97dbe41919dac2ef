import type { CelFunction, Functions } from './function.ts';
import { secondsOf } from './time.ts';
import { int } from './values.ts';

// Source: cel-go common/stdlib/standard.go and common/types/{timestamp,duration}.go. Time zones other than UTC are left
// to the server.

const second = 1_000_000_000n;

/** The functions of times and durations. */
export const timeFunctions: Functions = {
  getFullYear: part((date) => date.getUTCFullYear()),
  getMonth: part((date) => date.getUTCMonth()),
  getDate: part((date) => date.getUTCDate()),
  getDayOfMonth: part((date) => date.getUTCDate() - 1),
  getDayOfWeek: part((date) => date.getUTCDay()),
  getDayOfYear: part((date) => (date.getTime() - firstOfYear(date)) / 86_400_000),
  getHours: part((date) => date.getUTCHours(), 3600n * second),
  getMinutes: part((date) => date.getUTCMinutes(), 60n * second),
  getMilliseconds: (args) => {
    const [value] = args;
    if (args.length !== 1) return undefined;
    if (value?.type === 'timestamp') return int((value.value - secondsOf(value.value) * second) / 1_000_000n);
    return value?.type === 'duration' ? int(value.value / 1_000_000n) : undefined;
  },
  getSeconds: part((date) => date.getUTCSeconds(), second),
};

/** A part of a time; or how many whole units a duration has. */
function part(of: (date: Date) => number, unit?: bigint): CelFunction {
  return (args) => {
    const [value] = args;
    if (args.length !== 1 || value === undefined) return undefined;
    if (value.type === 'timestamp') return int(Math.floor(of(new Date(Number(secondsOf(value.value)) * 1000))));
    return value.type === 'duration' && unit !== undefined ? int(value.value / unit) : undefined;
  };
}

function firstOfYear(date: Date): number {
  const first = new Date(0);
  first.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return first.getTime();
}
