import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';
import { typeOf } from '../values.ts';

/** The conversion strategy None changes only the apiVersion. */
export const noneConversionMisreads: EvolutionRule = {
  code: 'crd-none-conversion-misreads',
  title: 'A field has different types in different versions',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The conversion strategy None serves the value as it is stored. The schema of this version has a different type, so clients cannot write it back.',
  remedy: 'Give the field a different name in one of the versions, or convert with a webhook.',
  source: versioning,
  versions({ definition, version, other, schema, otherSchema, field, position }, emit) {
    if (definition.conversion !== 'None' || schema === undefined || otherSchema === undefined) return;
    const [mine, its] = [typeOf(schema), typeOf(otherSchema)];
    if (mine === its || mine === 'anything' || its === 'anything') return;
    emit(
      position(),
      `${field()} is ${mine || 'untyped'} in ${version.name} and ${its || 'untyped'} in ${other.name}, and nothing converts it`,
    );
  },
};
