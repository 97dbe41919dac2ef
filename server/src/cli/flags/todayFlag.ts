import { isDay } from '../../suppress/readSuppressions.ts';
import { today } from '../../workspace/settings/today.ts';
import { type FlagSpec, lastValue, type ParsedArguments, UsageError } from './arguments.ts';

/** The day by which comments in manifests ignore findings. */
export const todayFlag: FlagSpec = {
  name: 'today',
  value: 'YYYY-MM-DD',
  help: 'the date for the expiry of suppression comments (default: today, UTC)',
};

/** The day that a command line names, or today (UTC). Throws a {@link UsageError} for what is not a date. */
export function todayOf(parsed: ParsedArguments): string {
  const day = lastValue(parsed, todayFlag.name);
  if (day === undefined) return today();
  if (isDay(day)) return day;
  throw new UsageError(`--today=${day} is not a date`, 'write it like 2027-01-31');
}
