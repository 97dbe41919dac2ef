import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** None converts nothing. */
export const noneConversionLoses: EvolutionRule = {
  code: 'crd-none-conversion-loses',
  title: 'A field that only some versions have is lost between them',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'With the conversion strategy None only the apiVersion changes: a field that the other version does not have is pruned when an object is written through it or stored in it.',
  remedy: 'Add the field to all versions, keep unknown fields in all of them, or convert with a webhook.',
  source: versioning,
  versions({ definition, own, other, ownSchema, otherSchema, isKept, field, here }, tell) {
    if (isKept) return;
    if (definition.conversion !== 'None' || (ownSchema === undefined) === (otherSchema === undefined)) return;
    const [has, lacks] = ownSchema === undefined ? [other, own] : [own, other];
    const direction =
      has === own
        ? `is lost when it is stored as ${lacks.name}`
        : `of stored objects is lost when they are written as ${lacks.name}`;
    tell(here(), `${field()}, which ${has.name} has and ${lacks.name} has not, ${direction}`);
  },
};
