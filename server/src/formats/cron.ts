import { timeZoneProblem } from './timeZone.ts';

/** One field of a cron schedule: its range and the names of numbers. */
interface CronField {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fields: readonly CronField[] = [
  { name: 'minute', low: 0, high: 59, names: [] },
  { name: 'hour', low: 0, high: 23, names: [] },
  { name: 'day of month', low: 1, high: 31, names: [] },
  { name: 'month', low: 1, high: 12, names: months },
  { name: 'day of week', low: 0, high: 6, names: days },
];

const descriptors = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

/**
 * Why a text is not a cron schedule of five fields, with or without a time zone before them; undefined if it is one.
 * Source: `ParseStandard` of github.com/robfig/cron/v3, which CronJob validation calls.
 */
export function cronProblem(text: string): string | undefined {
  if (text === '') return 'empty spec string';
  const [, zone, rest = ''] = /^(?:CRON_)?TZ=([^ ]*)( .*)?$/s.exec(text) ?? [];
  return zone === undefined ? scheduleProblem(text) : (zoneProblem(zone, rest) ?? scheduleProblem(rest.trim()));
}

function zoneProblem(zone: string, rest: string): string | undefined {
  // The parser fails, and ParseCronScheduleWithPanicRecovery in pkg/util/parsers tells how.
  if (rest === '') return 'invalid schedule format: runtime error: slice bounds out of range [:-1]';
  const bad = `provided bad location ${zone}:`;
  if (zone.includes('..') || /^[/\\]/.test(zone)) return `${bad} time: invalid location name`;
  if (zone === '' || zone === 'Local' || timeZoneProblem(zone) === undefined) return undefined;
  return `${bad} unknown time zone ${zone}`;
}

function scheduleProblem(text: string): string | undefined {
  if (text.startsWith('@')) {
    if (descriptors.includes(text)) return undefined;
    if (!text.startsWith('@every ')) return `unrecognized descriptor: ${text}`;
    return isGoDuration(text.slice('@every '.length)) ? undefined : `failed to parse duration ${text}`;
  }
  const parts = text.trim() === '' ? [] : text.trim().split(/\s+/);
  if (parts.length !== fields.length) return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`;
  for (const [index, field] of fields.entries()) {
    const problem = fieldProblem(parts[index] ?? '', field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function fieldProblem(text: string, field: CronField): string | undefined {
  // Go's FieldsFunc drops empty parts: `1,,2` is `1,2`, and `,` alone selects nothing without an error.
  for (const part of text.split(',').filter((candidate) => candidate !== '')) {
    const problem = rangeProblem(part, field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function rangeProblem(text: string, field: CronField): string | undefined {
  const steps = text.split('/');
  const [range = '', step] = steps;
  const ends = range.split('-');
  const [first = '', second] = ends;
  let low: number | undefined;
  let high: number | undefined;
  if (first === '*' || first === '?') {
    low = field.low;
    high = field.high;
  } else {
    low = numberOrName(first, field);
    if (low === undefined) return `failed to parse int from ${first}`;
    if (ends.length > 2) return `too many hyphens: ${text}`;
    high = second === undefined ? low : numberOrName(second, field);
    if (high === undefined) return `failed to parse int from ${second ?? ''}`;
  }
  if (steps.length > 2) return `too many slashes: ${text}`;
  if (step !== undefined) {
    const by = wholeNumber(step);
    if (by === undefined) return `failed to parse int from ${step}`;
    if (second === undefined) high = field.high;
    if (by === 0) return `step of range should be a positive number: ${text}`;
  }
  if (low < field.low) return `beginning of range (${low}) below minimum (${field.low}): ${text}`;
  if (high > field.high) return `end of range (${high}) above maximum (${field.high}): ${text}`;
  return low > high ? `beginning of range (${low}) beyond end of range (${high}): ${text}` : undefined;
}

function numberOrName(text: string, field: CronField): number | undefined {
  const named = field.names.indexOf(text.toLowerCase());
  return named >= 0 ? named + field.low : wholeNumber(text);
}

/** Go's `strconv.Atoi` for numbers that are not negative. */
function wholeNumber(text: string): number | undefined {
  return /^\+?[0-9]+$/.test(text) ? Number(text) : undefined;
}

function isGoDuration(text: string): boolean {
  return /^[-+]?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/.test(text);
}
