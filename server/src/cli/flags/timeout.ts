import { type FlagForm, lastValue, type ParsedArguments } from './arguments.ts';

/** The form of `--timeout`: a number of seconds above 0, with at most four digits before the point. */
export const secondsForm: FlagForm = {
  title: 'a time limit',
  remedy: 'write a number of seconds, such as 15',
  matches: (value) => /^\d{1,4}(?:\.\d+)?$/.test(value) && Number(value) > 0,
};

/** The value of `--timeout`, in milliseconds; `otherwise` is in seconds. */
export function timeoutOf(parsed: ParsedArguments, otherwise: number): number {
  return Number(lastValue(parsed, 'timeout') ?? otherwise) * 1000;
}
