import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** From keeping everything to structural pruning. */
export const pruningTurnedOn: EvolutionRule = {
  code: 'crd-pruning-turned-on',
  title: 'Fields that no schema names are pruned from now on',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'Unknown fields vanish from stored objects when they are read, and for good when they are written next.',
  remedy: 'Complete the schema first, or keep parts with x-kubernetes-preserve-unknown-fields: true.',
  source: definitions,
  definition({ before, after, place }, tell) {
    if (!before.preserveUnknownFields || after.preserveUnknownFields) return;
    tell(place('preserveUnknownFields'), 'Fields that the schema does not name were kept, and are pruned now');
  },
};
