import type { JsonSchema } from '../../schema/schema.ts';
import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

/** Pruning drops fields silently. */
export const keptFieldsPruned: EvolutionRule = {
  code: 'crd-kept-fields-pruned',
  title: 'Unknown fields are now pruned below a field',
  severity: 'error',
  breaks: ['stored objects', 'old clients'],
  why: 'The server kept unknown fields here. Now it prunes them when it reads stored objects, and for good at their next write.',
  remedy:
    'Add all fields that objects may have here to the schema, or keep x-kubernetes-preserve-unknown-fields: true.',
  source: definitions,
  schema({ before, after, field, position }, emit) {
    const keeps = (schema: JsonSchema): boolean =>
      schema.preserveUnknownFields || schema.additionalProperties !== undefined;
    if (before.preserveUnknownFields && !after.preserveUnknownFields) {
      emit(position, `Below ${field} unknown fields were kept and are now pruned`);
    } else if (keeps(before) && !keeps(after))
      emit(position, `${field} was a map with any keys; keys other than its fields are now pruned`);
    if (before.embeddedResource && !after.embeddedResource) {
      emit(
        position,
        `${field} was a whole resource; its apiVersion, kind and metadata are now pruned unless they are fields`,
      );
    }
  },
};
