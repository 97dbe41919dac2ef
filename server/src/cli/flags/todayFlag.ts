import { isDate } from '../../suppress/readSuppressions.ts';
import { today } from '../../workspace/ground/clock.ts';
import { type FlagSpec, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

/** The date for suppression comments with an end date, and for support windows. */
export const todayFlag: FlagSpec = {
  name: 'today',
  value: 'YYYY-MM-DD',
  help: 'the date on which suppression comments and support windows are evaluated (default: today, UTC)',
};

/** The date on the command line, or today (UTC). Throws a {@link UsageError} for an invalid date. */
export function todayOf(parsed: ParsedArguments): string {
  const day = lastValue(parsed, todayFlag.name);
  if (day === undefined) return today();
  if (isDate(day)) return day;
  throw new UsageError(`--today=${day} is not a date`, 'write it as YYYY-MM-DD, such as 2027-01-31');
}
