import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';

/** Readers rely on required fields. */
export const requiredRemoved: EvolutionRule = {
  code: 'crd-required-removed',
  title: 'A field is no longer required',
  severity: 'information',
  breaks: ['old clients', 'rollback'],
  why: 'Old clients rely on the field, and after a rollback the old definition refuses objects without it.',
  remedy: 'Make sure that every client accepts objects without the field.',
  source: apiChanges,
  schema({ before, after, field, at }, emit) {
    for (const name of before.required) {
      if (after.required.includes(name) || !after.properties.has(name)) continue;
      emit(at('required'), `${field === '.' ? '' : field}.${name} was required and is now optional`);
    }
  },
};
