import { includesPattern } from '../../formats/patternInclusion.ts';
import { jsonAt } from '../schema/json.ts';
import { validateAgainst } from '../schema/validate.ts';
import type { SchemaPair } from './rule.ts';

/**
 * Whether the new schema accepts every value of the old enumeration: replacing an enumeration by an equivalent rule
 * breaks nothing. False without an old enumeration.
 */
export function acceptsAllEnumValues({ before, after, validation }: SchemaPair): boolean {
  const span = { start: 0, end: 0 };
  const named = before.enum.length > 0 ? before.enum : before.type === 'boolean' ? booleans(span) : [];
  return named.length > 0 && named.every((value) => validateAgainst(after, value, undefined, validation).length === 0);
}

function booleans(span: { readonly start: number; readonly end: number }) {
  return [true, false].map((value) => jsonAt(value, span));
}

/** Whether one pattern accepts every text of another; false if there is none or if it is not decidable. */
export function acceptsAllMatching(before: string, after: string): boolean {
  return before !== '' && after !== '' && includesPattern(after, before) === true;
}

/** The pattern of texts of some lengths; '' where it would be too long to read. */
export function patternOfLengths(min: number, max: number | undefined): string {
  if (Math.max(min, max ?? 0) > longest) return '';
  return `^[\\s\\S]{${min},${max ?? ''}}$`;
}

const longest = 1_000;
