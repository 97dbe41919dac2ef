import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Kept unknown fields are pruned after a rollback. */
export const unknownFieldsKept: EvolutionRule = {
  code: 'crd-unknown-fields-kept',
  title: 'Unknown fields are now kept',
  severity: 'warning',
  breaks: ['rollback'],
  why: 'The server now stores unknown fields without validation. Pruning them again loses data: after a rollback, the old definition silently prunes them.',
  remedy: 'Add the fields to the schema instead. Keep unknown fields only for data that others define.',
  source: definitions,
  definition({ before, after, atField }, emit) {
    if (before.preserveUnknownFields || !after.preserveUnknownFields) return;
    emit(atField('preserveUnknownFields'), 'Fields outside of the schema were pruned and are now kept');
  },
  schema({ before, after, field, at }, emit) {
    if (before.preserveUnknownFields || before.additionalProperties !== undefined || before.type !== 'object') return;
    if (!after.preserveUnknownFields) return;
    emit(at('x-kubernetes-preserve-unknown-fields'), `Below ${field} unknown fields were pruned and are now kept`);
  },
};
