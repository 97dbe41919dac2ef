import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { brokenByStricter } from '../values.ts';

/** A format is validation and a type for generators. */
export const formatChanged: EvolutionRule = {
  code: 'crd-format-changed',
  title: 'A format is new or another',
  severity: 'warning',
  breaks: ['stored objects', 'old clients'],
  why: 'Servers refuse texts that do not have the format, as far as they know it; clients generate types from it.',
  remedy: 'Introduce the format in a new version.',
  source: apiChanges,
  schema(pair, tell) {
    const { before, after, field, at } = pair;
    if (before.format === after.format) return;
    const breaks = after.format === '' ? (['old clients', 'rollback'] as const) : brokenByStricter(pair);
    const severity = after.format === '' ? 'information' : 'warning';
    tell(at('format'), `The format of ${field} was ${before.format || 'none'} and is ${after.format || 'none'}`, {
      breaks,
      severity,
    });
  },
};
