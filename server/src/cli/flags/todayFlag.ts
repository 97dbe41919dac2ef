import { isDate } from '../../suppress/readSuppressions.ts';
import { today } from '../../workspace/ground/clock.ts';
import { type FlagSpec, lastValue, type ParsedArguments } from './arguments.ts';

/** The date for suppression comments with an end date, and for support windows. */
export const todayFlag: FlagSpec = {
  name: 'today',
  value: 'YYYY-MM-DD',
  form: { title: 'a date', remedy: 'write it as YYYY-MM-DD, such as 2027-01-31', matches: isDate },
  help: 'the date on which suppression comments and support windows are evaluated (default: today, UTC)',
};

/** The date on the command line, or today (UTC). */
export function todayOf(parsed: ParsedArguments): string {
  return lastValue(parsed, todayFlag.name) ?? today();
}
