import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on what is required. */
export const requiredRemoved: EvolutionRule = {
  code: 'crd-required-removed',
  title: 'A field is no longer required',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Clients that know the earlier definition rely on the field being there, and objects without it are refused after a rollback.',
  remedy: 'Make sure that every client copes with objects that lack the field.',
  source: apiChanges,
  schema({ before, after, field, at }, tell) {
    for (const name of before.required) {
      if (after.required.includes(name) || !after.properties.has(name)) continue;
      tell(at('required'), `${field === '.' ? '' : field}.${name} was required and is optional`);
    }
  },
};
