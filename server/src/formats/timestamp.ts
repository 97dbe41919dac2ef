const dateTime = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,]\d+)?(?:Z|[+-](\d{2}):(\d{2}))$/;
const microTime =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})[.,](?:\d{6}|\+\d{5}|-0{5})(?:Z|[+-](\d{2}):(\d{2}))$/;

/**
 * Whether `time.Parse(time.RFC3339, text)` succeeds, as `metav1.Time` reads it: the zone is required, any number of
 * fractional digits is taken, and Go's reader also takes an hour of one digit and a comma.
 */
export function isDateTime(text: string): boolean {
  return isPointInTime(dateTime.exec(text));
}

/** The same for `metav1.MicroTime`, whose layout has exactly six fractional digits. */
export function isMicroTime(text: string): boolean {
  return isPointInTime(microTime.exec(text));
}

/** Whether `time.Parse("2006-01-02", text)` succeeds. */
export function isCalendarDate(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
}

function isPointInTime(match: RegExpExecArray | null): boolean {
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)));
  // Go allows zone offsets of 24 hours and 60 minutes, "as some people do write" them (time.parse).
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 24 || zoneMinute > 60) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
