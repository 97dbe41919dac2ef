import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** From keeping everything to structural pruning. */
export const pruningTurnedOn: EvolutionRule = {
  code: 'crd-pruning-turned-on',
  title: 'Unknown fields are now pruned',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The server prunes unknown fields when it reads stored objects, and loses them at their next write.',
  remedy: 'Complete the schema first, or keep parts with x-kubernetes-preserve-unknown-fields: true.',
  source: definitions,
  definition({ before, after, atField }, emit) {
    if (!before.preserveUnknownFields || after.preserveUnknownFields) return;
    emit(atField('preserveUnknownFields'), 'Fields outside of the schema were kept and are now pruned');
  },
};
