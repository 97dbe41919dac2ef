import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';

/** The conversion strategy None changes only the apiVersion. */
export const noneConversionLoses: EvolutionRule = {
  code: 'crd-none-conversion-loses',
  title: 'A field is lost when versions are converted',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The conversion strategy None changes only the apiVersion. If a version lacks a field, writing or storing an object in it prunes the field.',
  remedy: 'Add the field to all versions, keep unknown fields in all of them, or convert with a webhook.',
  source: versioning,
  versions({ definition, version, other, schema, otherSchema, isKept, field, position }, emit) {
    if (isKept) return;
    if (definition.conversion !== 'None' || (schema === undefined) === (otherSchema === undefined)) return;
    const [has, lacks] = schema === undefined ? [other, version] : [version, other];
    const direction =
      has === version
        ? `is lost when it is stored as ${lacks.name}`
        : `is lost when stored objects are rewritten as ${lacks.name}`;
    emit(position(), `${field()} exists in ${has.name} but not in ${lacks.name}; it ${direction}`);
  },
};
