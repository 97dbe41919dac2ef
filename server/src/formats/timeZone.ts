/**
 * Why a text is no time zone of a CronJob; undefined when it is one. Names follow the rules of the tz database and must
 * exist in it. Source: `validateTimeZone` in `pkg/apis/batch/validation/validation.go`.
 */
export function timeZoneProblem(text: string): string | undefined {
  if (text === '') return 'timeZone must be nil or non-empty string';
  if (text.toLowerCase() === 'local')
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  for (const part of text.split('/')) {
    if (part === '' || part === '.' || part === '..' || part.startsWith('-') || !/^[A-Za-z0-9._+-]{1,14}$/.test(part)) {
      return unknown(text);
    }
  }
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // The names of the tz database are those of files, of which Intl takes any spelling.
    return timeZone !== text && timeZone.toLowerCase() === text.toLowerCase() ? unknown(text) : undefined;
  } catch {
    return unknown(text);
  }
}

function unknown(text: string): string {
  return `unknown time zone ${text}`;
}
