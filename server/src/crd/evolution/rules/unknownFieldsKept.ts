import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** What is kept now is pruned after a rollback. */
export const unknownFieldsKept: EvolutionRule = {
  code: 'crd-unknown-fields-kept',
  title: 'Fields that were pruned are kept',
  severity: 'warning',
  breaks: ['rollback'],
  why: 'What no schema names is stored from now on, unvalidated, and may never be pruned again without losing data: a rolled-back definition prunes it silently when objects are read and written.',
  remedy: 'Name the fields in the schema instead. Keep unknown ones only where they are data of somebody else.',
  source: definitions,
  definition({ before, after, place }, tell) {
    if (before.preserveUnknownFields || !after.preserveUnknownFields) return;
    tell(place('preserveUnknownFields'), 'Fields that the schema does not name were pruned, and are kept now');
  },
  schema({ before, after, field, at }, tell) {
    if (before.preserveUnknownFields || before.additionalProperties !== undefined || before.type !== 'object') return;
    if (!after.preserveUnknownFields) return;
    tell(at('x-kubernetes-preserve-unknown-fields'), `Below ${field} unknown fields were pruned, and are kept now`);
  },
};
