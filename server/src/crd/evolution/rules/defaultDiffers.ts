import type { EvolutionRule } from '../rule.ts';
import { apiChanges } from '../sources.ts';
import { areSame, show } from '../values.ts';

/** One meaning in all versions. */
export const defaultDiffers: EvolutionRule = {
  code: 'crd-default-differs',
  title: 'A default differs between versions',
  severity: 'warning',
  breaks: ['stored objects', 'old clients'],
  why: 'A field that is left out means one thing in a request of one version and another when the object is read in the other. A field with a default in one version needs one in every version, with the same meaning as leaving it out had.',
  remedy: 'Use the same default in all versions, or convert with a webhook that writes down what was meant.',
  source: apiChanges,
  versions({ own, other, ownSchema, otherSchema, field, here }, tell) {
    if (ownSchema === undefined || otherSchema === undefined || areSame(ownSchema.default, otherSchema.default)) return;
    const defaults = `${show(ownSchema.default)} in ${own.name} and ${show(otherSchema.default)} in ${other.name}`;
    tell(here(), `The default of ${field()} is ${defaults}`);
  },
};
