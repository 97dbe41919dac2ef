import type { JsonSchema } from '../../schema/schema.ts';
import { boundChanges } from '../bounds.ts';
import type { EvolutionRule } from '../rule.ts';
import { versioning } from '../sources.ts';
import { show } from '../values.ts';

/** Objects valid in one version must be valid in all. */
export const validationDiffers: EvolutionRule = {
  code: 'crd-validation-differs',
  title: 'Versions validate a field differently',
  severity: 'warning',
  breaks: ['stored objects', 'old clients'],
  why: 'With the conversion strategy None, an object that is valid in one version may be invalid in another. Clients can read it there, but not write it back.',
  remedy: 'Use the same validation in all versions, or convert with a webhook that sets missing values.',
  source: versioning,
  versions({ definition, version, other, schema, otherSchema, field, position }, emit) {
    if (definition.conversion !== 'None' || schema === undefined || otherSchema === undefined) return;
    const only = (a: JsonSchema, b: JsonSchema): readonly string[] =>
      a.required.filter((name) => !b.required.includes(name) && a.properties.get(name)?.default === undefined);
    for (const [left, right, name] of [
      [schema, otherSchema, version.name],
      [otherSchema, schema, other.name],
    ] as const) {
      const names = only(left, right).filter((candidate) => right.properties.has(candidate));
      if (names.length > 0) emit(position(), `${names.join(', ')} in ${field()} is required in ${name} only`);
    }
    const values = (given: JsonSchema): string => given.enum.map(show).sort().join(', ');
    if (values(schema) !== values(otherSchema)) {
      const list = `${values(schema) || 'any'} in ${version.name} and ${values(otherSchema) || 'any'} in ${other.name}`;
      emit(position(), `The values of ${field()} are ${list}`);
    }
    for (const { keyword, from, to } of boundChanges({ before: otherSchema, after: schema })) {
      emit(position(), `${keyword} of ${field()} is ${to} in ${version.name} and ${from} in ${other.name}`);
    }
    for (const keyword of ['pattern', 'format'] as const) {
      const [mine, its] = [schema[keyword], otherSchema[keyword]];
      if (mine !== its)
        emit(
          position(),
          `The ${keyword} of ${field()} is ${mine || 'none'} in ${version.name} and ${its || 'none'} in ${other.name}`,
        );
    }
    if (schema.nullable !== otherSchema.nullable) {
      const [takes, refuses] = schema.nullable ? [version, other] : [other, version];
      emit(position(), `${field()} may be null in ${takes.name} and not in ${refuses.name}`);
    }
  },
};
