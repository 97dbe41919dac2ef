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
  versions({ definition, own, other, ownSchema, otherSchema, field, here }, emit) {
    if (definition.conversion !== 'None' || ownSchema === undefined || otherSchema === undefined) return;
    const only = (a: JsonSchema, b: JsonSchema): readonly string[] =>
      a.required.filter((name) => !b.required.includes(name) && a.properties.get(name)?.default === undefined);
    for (const [a, b, name] of [
      [ownSchema, otherSchema, own.name],
      [otherSchema, ownSchema, other.name],
    ] as const) {
      const names = only(a, b).filter((candidate) => b.properties.has(candidate));
      if (names.length > 0) emit(here(), `${names.join(', ')} in ${field()} is required in ${name} only`);
    }
    const values = (schema: JsonSchema): string => schema.enum.map(show).sort().join(', ');
    if (values(ownSchema) !== values(otherSchema)) {
      const list = `${values(ownSchema) || 'any'} in ${own.name} and ${values(otherSchema) || 'any'} in ${other.name}`;
      emit(here(), `The values of ${field()} are ${list}`);
    }
    for (const { keyword, from, to } of boundChanges({ before: otherSchema, after: ownSchema })) {
      emit(here(), `${keyword} of ${field()} is ${to} in ${own.name} and ${from} in ${other.name}`);
    }
    for (const keyword of ['pattern', 'format'] as const) {
      const [mine, its] = [ownSchema[keyword], otherSchema[keyword]];
      if (mine !== its)
        emit(
          here(),
          `The ${keyword} of ${field()} is ${mine || 'none'} in ${own.name} and ${its || 'none'} in ${other.name}`,
        );
    }
    if (ownSchema.nullable !== otherSchema.nullable) {
      const [takes, refuses] = ownSchema.nullable ? [own, other] : [other, own];
      emit(here(), `${field()} may be null in ${takes.name} and not in ${refuses.name}`);
    }
  },
};
