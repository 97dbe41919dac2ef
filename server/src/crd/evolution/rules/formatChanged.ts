import { stringFormat } from '../../schema/stringFormats.ts';
import { acceptsAllEnumValues } from '../fitting.ts';
import { brokenByStricter } from '../refusals.ts';
import type { EvolutionRule, SchemaPair } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** A format is validation and a type for generators. */
export const formatChanged: EvolutionRule = {
  code: 'crd-format-changed',
  title: 'A format was added or changed',
  severity: 'warning',
  breaks: ['stored objects', 'old clients'],
  why: 'The server refuses strings that violate a format that it knows; clients generate types from it.',
  remedy: 'Introduce the format in a new version.',
  source: apiChanges,
  schema(pair, emit) {
    const { before, after, field, at } = pair;
    if (before.format === after.format) return;
    const looser = { severity: 'information', breaks: ['old clients', 'rollback'] } as const;
    const isStricter = isChecked(pair) && !acceptsAllEnumValues(pair);
    const particulars = isStricter ? brokenByStricter(pair) : looser;
    emit(
      at('format'),
      `The format of ${field} changed from ${before.format || 'none'} to ${after.format || 'none'}`,
      particulars,
    );
  },
};

/** Whether the format changes validation; int64 and double do not, because the server always checks these ranges. */
function isChecked({ after: { type, format }, validation }: SchemaPair): boolean {
  if (type === 'integer') return format === 'int32' && validation.numericRanges;
  return type === 'string' && stringFormat(format, validation) !== undefined;
}
