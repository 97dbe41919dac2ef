import { isDateTime } from '../formats/timestamp.ts';

const second = 1_000_000_000n;
const earliest = -62_135_596_800n;
const latest = 253_402_300_799n;
const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** The nanoseconds since 1970 of a time such as `2006-01-02T15:04:05Z`; undefined if CEL does not accept it. */
export function parseTimestamp(text: string): bigint | undefined {
  const match = isDateTime(text) ? parts.exec(text) : null;
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, seconds = 0] = match.slice(1, 7).map(Number);
  const [fraction = '', sign = '+', zoneHour = '0', zoneMinute = '0'] = match.slice(7);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, seconds);
  const zone = BigInt(zoneHour) * 3600n + BigInt(zoneMinute) * 60n;
  const whole = BigInt(date.getTime() / 1000) - (sign === '-' ? -zone : zone);
  return isInRange(whole) ? whole * second + BigInt(fraction.slice(0, 9).padEnd(9, '0')) : undefined;
}

/** The nanoseconds since 1970 of a number of seconds; undefined outside the years 1 to 9999. */
export function timestampOfSeconds(seconds: bigint): bigint | undefined {
  return isInRange(seconds) ? seconds * second : undefined;
}

/** Whether CEL has times that many seconds after 1970. */
export function isInRange(seconds: bigint): boolean {
  return seconds >= earliest && seconds <= latest;
}

/** Whole seconds, rounded down. */
export function secondsOf(nanoseconds: bigint): bigint {
  const seconds = nanoseconds / second;
  return nanoseconds < 0n && nanoseconds % second !== 0n ? seconds - 1n : seconds;
}
