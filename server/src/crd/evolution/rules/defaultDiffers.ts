import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { areSame, show } from '../values.ts';

/** One meaning in all versions. */
export const defaultDiffers: EvolutionRule = {
  code: 'crd-default-differs',
  title: 'A default differs between versions',
  severity: 'warning',
  breaks: ['stored objects', 'old clients'],
  why: 'An unset field means one thing in one version and another thing in the other. A field with a default needs the same default in every version.',
  remedy: 'Use the same default in all versions, or convert with a webhook that sets the value explicitly.',
  source: apiChanges,
  versions({ version, other, schema, otherSchema, field, position }, emit) {
    if (schema === undefined || otherSchema === undefined || areSame(schema.default, otherSchema.default)) return;
    const defaults = `${show(schema.default)} in ${version.name} and ${show(otherSchema.default)} in ${other.name}`;
    emit(position(), `The default of ${field()} is ${defaults}`);
  },
};
