import { lastValue, type ParsedArguments, UsageError } from './arguments.ts';

/** The value of `--timeout`, in milliseconds. Throws a UsageError for an invalid time limit. */
export function timeoutOf(parsed: ParsedArguments, otherwise: number): number {
  const written = lastValue(parsed, 'timeout') ?? String(otherwise);
  const seconds = /^\d{1,4}(?:\.\d+)?$/.test(written) ? Number(written) : 0;
  if (seconds <= 0) throw new UsageError(`--timeout=${written} is not valid`, 'write a number of seconds');
  return seconds * 1000;
}
